package io.tender.toolkit.check;

import java.util.List;
import java.util.Locale;

/** What kube-scheduler expects of bind; asked only if changes are allowed. */
final class KubeBindChecks {
    private KubeBindChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "B0",
                        "bind answers in the form that the scheduler reads",
                        "An answer of another form counts as a failure, and the pod is started elsewhere",
                        "answer {\"Error\":\"\"}, with a text in Error if the pod was not bound",
                        service -> {
                            service.need(KubeDialogue.BIND);
                            return bound(service, Scene.of(1));
                        }),
                Check.of(
                        "B1a",
                        "bind asked twice for the same pod and node answers as the first time",
                        "The first answer may have been lost; an error now would start the pod elsewhere",
                        "remember PodUID and Node, or ask the API server where the pod is",
                        KubeBindChecks::bindTwice),
                Check.of(
                        "B1b",
                        "bind of a bound pod to another node is refused",
                        "A pod on two nodes is counted twice, and one of them is paid for nothing",
                        "answer with an Error if the pod is bound elsewhere",
                        KubeBindChecks::bindElsewhere),
                Check.of(
                        "B2",
                        "bind of a pod that does not exist is refused",
                        "What was reserved for it would never be given back",
                        "let the API server say so, answer with its Error, and release what was reserved",
                        KubeBindChecks::bindStranger),
                Check.of(
                        "B3",
                        "bind without a pod or a node is refused",
                        "Empty names are mistakes of the caller, not places",
                        "answer with an Error if a name or the UID is empty",
                        KubeBindChecks::bindNothing));
    }

    /** Lets the service hear of the pod as it would from a scheduler, then binds it. */
    private static String bound(Service service, Scene scene) throws Ended {
        if (service.serves(KubeDialogue.FILTER)) {
            service.ask(KubeDialogue.FILTER, service.dialogue().question(KubeDialogue.FILTER, scene));
        }
        return service.decision(KubeDialogue.BIND, KubeDialogue.of(service).bind(scene, 0));
    }

    private static String bindTwice(Service service) throws Ended {
        service.need(KubeDialogue.BIND);
        Scene scene = Scene.of(51);
        String first = bound(service, scene);
        Exchange again = service.ask(KubeDialogue.BIND, KubeDialogue.of(service).bind(scene, 0));
        String error = KubeDialogue.of(service).bindError(again, service.good(again));
        String second = error.isEmpty() ? "bound" : "not bound";
        boolean already = error.toLowerCase(Locale.ROOT).contains("already");
        if (!second.equals(first) && !already) {
            throw Ended.failed(again, second + " the second time", first + ", as the first time");
        }
        return first;
    }

    private static String bindElsewhere(Service service) throws Ended {
        service.need(KubeDialogue.BIND);
        Scene scene = Scene.of(52);
        if (!bound(service, scene).equals("bound")) {
            throw Ended.skipped("the service binds no made-up pod, so there is none that is bound");
        }
        Exchange again = service.ask(KubeDialogue.BIND, KubeDialogue.of(service).bind(scene, 1));
        if (KubeDialogue.of(service).bindError(again, service.good(again)).isEmpty()) {
            throw Ended.failed(again, "bound to " + scene.nodeName(1) + " too", "an Error");
        }
        return "";
    }

    private static String bindStranger(Service service) throws Ended {
        service.need(KubeDialogue.BIND);
        Exchange exchange =
                service.ask(KubeDialogue.BIND, KubeDialogue.of(service).bind(Scene.of(53_000), 0));
        if (KubeDialogue.of(service).bindError(exchange, service.good(exchange)).isEmpty()) {
            throw Ended.warned(exchange, "a pod was bound that nobody has ever heard of", "an Error");
        }
        return "";
    }

    private static String bindNothing(Service service) throws Ended {
        service.need(KubeDialogue.BIND);
        for (String member : List.of("PodName", "PodUID", "Node")) {
            Exchange exchange = service.ask(
                    KubeDialogue.BIND,
                    KubeDialogue.of(service).bind(Scene.of(54), 0).put(member, ""));
            if (exchange.answer().status() == 200
                    && KubeDialogue.of(service)
                            .bindError(exchange, service.json(exchange))
                            .isEmpty()) {
                throw Ended.failed(exchange, "bound, with an empty " + member, "an Error");
            }
        }
        return "";
    }
}
