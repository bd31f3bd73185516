package io.tender.testkit.offers;

import static io.tender.testkit.Awaiting.await;
import static io.tender.testkit.offers.ScriptedService.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.TaskView;
import io.tender.extender.client.CallTracer;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.TrialReport;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import io.tender.testkit.services.ServiceWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An extender of kube-scheduler on trial is asked who may be evicted for a service, and whatever it says, the same are. */
class EvictionTrialTest {
    private static final String NOBODY = "{\"NodeNameToMetaVictims\":{}}";

    private final ExtenderBoard board = new ExtenderBoard();
    private final List<OfferSet> made = new ArrayList<>();
    private final List<ScriptedService> services = new ArrayList<>();

    @AfterEach
    void close() {
        made.forEach(OfferSet::close);
        services.forEach(ScriptedService::close);
    }

    private ScriptedService service(ScriptedService.Conduct conduct) {
        ScriptedService service = new ScriptedService(conduct);
        services.add(service);
        return service;
    }

    /** Lets everybody go who is asked about. */
    private static ScriptedService.Conduct agreeing() {
        return (request, out) -> json(request.body()
                        .substring(request.body().indexOf("\"NodeNameToVictims\""))
                        .replace("\"NodeNameToVictims\":null,", "{"))
                .answer(request, out);
    }

    /** A set from settings, with {@code preempt} as its only verb. */
    private Function<OfferSetSetup, OfferSet> kube(ScriptedService at, Map<String, String> more) {
        Map<String, String> given = new TreeMap<>(Map.of(
                "kube_offer_set_url_prefix", at.endpoint(),
                "kube_offer_set_preempt_verb", "preempt",
                "kube_offer_set_node_cache_capable", "true",
                "kube_offer_set_max_retries", "0"));
        given.putAll(more);
        KubeOfferSetFactory factory = new KubeOfferSetFactory(new SimpleMeterRegistry(), CallTracer.NONE, board);
        return setup -> {
            OfferSet set = factory.create(setup.withParameters(new TreeMap<>(given)));
            made.add(set);
            return set;
        };
    }

    private static Ordering asking(ManualHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = Ordering.answerOf(set, query);
            host.enqueue(() -> answer.ordered(order));
        };
    }

    /** Two machines full of unimportant tasks, and an important one that wants room. */
    private static List<String> history(Function<OfferSetSetup, OfferSet> set) {
        List<String> history = new ArrayList<>();
        ServiceWorld world = new ServiceWorld(
                1,
                ServiceSettings.defaults()
                        .with("offer_order", "CPU")
                        .with("preemption_delay", "10secs")
                        .with("preemption_slot_search_initial_delay", "1secs")
                        .with("preemption_slot_search_interval", "5secs"),
                set,
                EvictionTrialTest::asking,
                ServiceWorld.TaskScript.RUN,
                new ServiceListener() {
                    @Override
                    public void taskChanged(TaskView task, TaskState before) {
                        history.add(task.instance() + " " + task.state() + " " + task.agent());
                    }
                });
        world.addAgent("a1", "cpus:4;mem:16384;disk:100000", "");
        world.addAgent("a2", "cpus:4;mem:16384;disk:100000", "");
        world.scheduler().submit(config("low"), 4);
        world.pass(Duration.ofSeconds(20));
        world.scheduler().submit(config("high").withTier(Tier.PREFERRED), 2);
        world.pass(Duration.ofMinutes(3));
        Map<String, Long> metrics = new TreeMap<>(world.scheduler().metrics());
        // What a shadow is asked about has to be looked at; nothing else may be any different.
        metrics.keySet().removeAll(List.of("veto_evaluated_offers", "statically_banned_offers_hits"));
        history.add(metrics.toString());
        return history;
    }

    private static TaskConfig config(String job) {
        return TaskConfig.of(JobKey.parse("www/prod/" + job), ResourceBundle.of(1900, 512, 16));
    }

    private static List<String> natively() {
        List<String> history = history(setup -> new NativeOfferSet(setup.nativeOrder()));
        assertThat(history).anyMatch(line -> line.contains(" PREEMPTING "));
        return history;
    }

    private TrialReport report() {
        return board.reports().get("kube-offer-set").trial().orElseThrow();
    }

    private void awaitPreempt(int answers) {
        await(() -> report().verbs().containsKey("preempt")
                && report().verbs().get("preempt").answers() >= answers);
    }

    private static final Map<String, String> SHADOW =
            Map.of("kube_offer_set_mode", "shadow", "kube_offer_set_shadow_queue", "1000");

    @Test
    void a_shadow_that_would_let_nobody_go_changes_nothing_and_is_found_out() {
        assertThat(history(kube(service(json(NOBODY)), SHADOW))).isEqualTo(natively());
        awaitPreempt(1);
        TrialReport.Verb preempt = report().verbs().get("preempt");
        assertThat(preempt.stricter()).isPositive();
        assertThat(preempt.agreed()).isZero();
        assertThat(preempt.laxer()).isZero();
        assertThat(report().otherWinner()).isPositive();
        assertThat(report().sameWinner()).isZero();
        assertThat(report().examples().getFirst().decided()).contains("may go");
        assertThat(report().examples().getFirst().shadow()).isEqualTo("0 may go");
    }

    @Test
    void a_shadow_that_agrees_is_said_to() {
        assertThat(history(kube(service(agreeing()), SHADOW))).isEqualTo(natively());
        awaitPreempt(1);
        await(() -> report().waiting() == 0);
        TrialReport.Verb preempt = report().verbs().get("preempt");
        assertThat(preempt.agreed()).isPositive();
        assertThat(preempt.stricter() + preempt.laxer()).isZero();
        assertThat(report().agreement()).hasValue(1.0);
        assertThat(report().sameWinner()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hangs", "lies", "is down"})
    void a_shadow_that_misbehaves_changes_nothing_at_all(String how) {
        ScriptedService service = service(
                how.equals("hangs")
                        ? ScriptedService.silent()
                        : json("{\"NodeNameToMetaVictims\":{\"n9\":{\"Pods\":[{\"UID\":\"x\"}]}}}"));
        if (how.equals("is down")) {
            service.close();
        }
        assertThat(history(kube(service, SHADOW))).isEqualTo(natively());
    }

    @Test
    void it_is_compared_with_the_extender_that_it_may_replace() {
        ScriptedService decides = service(json(NOBODY));
        ScriptedService looksOn = service(agreeing());
        List<String> alone = history(kube(decides, Map.of()));
        assertThat(alone).noneMatch(line -> line.contains(" PREEMPTING "));
        Map<String, String> settings = new TreeMap<>(SHADOW);
        settings.put("kube_offer_set_shadow_of", decides.endpoint());
        assertThat(history(kube(looksOn, settings))).isEqualTo(alone);
        awaitPreempt(1);
        assertThat(report().verbs().get("preempt").laxer()).isPositive();
        assertThat(report().verbs().get("preempt").stricter()).isZero();
    }
}
