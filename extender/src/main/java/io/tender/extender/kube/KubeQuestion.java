package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.Budget;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Ticker;
import io.tender.extender.client.Verb;
import io.tender.extender.json.ReplyObject;
import io.tender.model.batch.ResourceList;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.EvictionQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks an extender of kube-scheduler about offers: which are left, in which order, who may be evicted; and has it bind. */
final class KubeQuestion implements AutoCloseable {
    private final KubeOfferSetSettings settings;
    private final OfferNodes held;
    private final String author;
    private final ExtenderClient client;
    private final Ticker ticker;
    private final Ear ear;

    /** Hears how it goes. */
    interface Ear {
        void called(String verb, Outcome<?> outcome);

        /** So many offers were filtered out. */
        default void filtered(int offers) {}

        /** A score was brought within 0 to 10; in words, which. */
        default void clamped(String score) {}
    }

    KubeQuestion(KubeOfferSetSettings settings, ExtenderSettings extender, ClientSurroundings surroundings, Ear ear) {
        this(settings, extender, surroundings, ear, new OfferNodes());
    }

    /** @param held the offers of the set, which several extenders are asked about */
    KubeQuestion(
            KubeOfferSetSettings settings,
            ExtenderSettings extender,
            ClientSurroundings surroundings,
            Ear ear,
            OfferNodes held) {
        this.settings = settings;
        this.held = held;
        this.author = extender.name().value();
        this.client = new ExtenderClient(extender, surroundings);
        this.ticker = surroundings.ticker();
        this.ear = ear;
    }

    OfferNodes held() {
        return held;
    }

    BreakerState breakerState() {
        return client.breakerState();
    }

    boolean concerns(ResourceBundle request) {
        ResourceList wanted = ServiceObjects.amounts(request);
        return settings.managed().isEmpty() || settings.managed().stream().anyMatch(wanted::has);
    }

    /** What it says of offers, without a word, if it does not filter them and must not be passed over. */
    Objection unanswered() {
        return new Objection(
                author, "the extender does not answer, and nothing is placed until it does (ignorable: false)", false);
    }

    /** What keeps its offers back while the answer of the whole set is missing, whoever of them all keeps it waiting. */
    Objection kept() {
        return new Objection(
                author,
                "not all extenders answered within offer_set_answer_timeout, and nothing is placed without this one"
                        + " (ignorable: false): './tender extenders' shows which is slow",
                false);
    }

    /** What an attempt is about, in bytes that do not change. */
    About about(OfferQuery query) {
        return new About(
                ServiceObjects.pod(query.group().config(), query.request()),
                query.group().job().toString());
    }

    static final class About {
        private final byte[] pod;
        private final String job;

        private About(byte[] pod, String job) {
            this.pod = pod;
            this.job = job;
        }

        int bytes() {
            return pod.length;
        }
    }

    /**
     * An order.
     *
     * @param failed whether a question had no answer, so that the native order served in its place, or nothing
     */
    record Order(List<HostOffer> offers, boolean failed) {}

    /** Both questions, which share the time of one attempt that begins now. */
    Order order(About about, List<HostOffer> candidates) {
        Attempt attempt = attempt(about);
        List<HostOffer> left = attempt.filtered(candidates, new HashMap<>());
        return new Order(ordered(left, attempt.scores(left)), attempt.failed);
    }

    /** Whom of those who would be evicted it lets go; nobody if it does not answer, unless it may be passed over. */
    Evictions preempt(EvictionQuery query, Evictions evictions) {
        return preemptable(query, evictions)
                .orElseGet(() -> settings.ignorable() ? evictions : new Evictions(Map.of()));
    }

    /** The same; nothing if it does not answer. */
    Optional<Evictions> preemptable(EvictionQuery query, Evictions evictions) {
        byte[] pod = ServiceObjects.pod(query.group().config(), query.request());
        Map<String, Set<String>> possible = new HashMap<>();
        Set<String> withVictims = new HashSet<>();
        evictions.byHost().forEach((host, place) -> {
            possible.put(host, settings.mode().tolerant() ? place.evictableIds() : place.victimIds());
            if (!place.victims().isEmpty()) {
                withVictims.add(host);
            }
        });
        Optional<Map<String, VictimMapReader.Left>> answer = ask(
                "preempt",
                settings.preempt().orElseThrow(),
                new About(pod, query.group().job().toString()),
                victims(pod, evictions),
                new VictimMapReader(possible, withVictims, settings.mode()),
                Budget.of(settings.timeout(), ticker));
        return answer.map(evictions::leaving);
    }

    private RequestBody victims(byte[] pod, Evictions evictions) {
        if (settings.mode().names()) {
            Map<String, KubeRequests.Victims<String>> uids = new LinkedHashMap<>();
            evictions
                    .byHost()
                    .forEach((host, place) -> uids.put(
                            host,
                            KubeRequests.Victims.of(place.victims().stream()
                                    .map(victim -> victim.id().value())
                                    .toList())));
            return KubeRequests.ofVictimUids(pod, uids);
        }
        Map<String, KubeRequests.Victims<byte[]>> pods = new LinkedHashMap<>();
        evictions
                .byHost()
                .forEach((host, place) -> pods.put(
                        host,
                        KubeRequests.Victims.of(place.victims().stream()
                                .map(victim -> ServiceObjects.running(victim, host))
                                .toList())));
        return KubeRequests.ofVictims(pod, pods);
    }

    /** Has it bind tasks, one after the other within one time for all; what is said of those that it does not. */
    Map<TaskId, Objection> bind(BindQuery query) {
        JobKey job = query.group().job();
        Budget budget = Budget.of(settings.timeout(), ticker);
        Map<TaskId, Objection> refused = new LinkedHashMap<>();
        for (TaskId task : query.tasks()) {
            RequestBody body = KubeRequests.ofBinding(
                    job.role(), job.name(), task.value(), query.offer().hostname());
            // What it may have heard it is not told twice.
            Optional<String> error = ask(
                    call("bind", settings.bind().orElseThrow(), job.toString(), body, new BindingReader())
                            .repeatedOnlyAfter(ExtenderFailure::surelyUnheard),
                    budget);
            if (error.isEmpty() && !settings.ignorable()) {
                refused.put(
                        task,
                        new Objection(
                                author,
                                "the extender does not answer, and nothing starts unless it binds it (ignorable: false)",
                                false));
            }
            error.filter(text -> !text.isEmpty())
                    .ifPresent(text -> refused.put(task, new Objection(author, ReplyObject.clean(text), false)));
        }
        return refused;
    }

    private <T> Optional<T> ask(
            String verb, Endpoint where, About about, RequestBody body, AnswerReader<T> reader, Budget budget) {
        return ask(call(verb, where, about.job, body, reader), budget);
    }

    private static <T> Call<T> call(String verb, Endpoint where, String job, RequestBody body, AnswerReader<T> reader) {
        return Call.post(new Verb(verb), body, reader).at(where).about(job).safeToRepeat();
    }

    private <T> Optional<T> ask(Call<T> asked, Budget budget) {
        Call<T> call = asked;
        if (settings.mode().tolerant()) {
            call = call.tolerating(JsonTolerance.DUPLICATE_KEYS, JsonTolerance.TRAILING_CONTENT);
        }
        Outcome<T> outcome = client.call(call, budget);
        ear.called(call.verb().value(), outcome);
        return outcome.value();
    }

    Attempt attempt(About about) {
        return new Attempt(about);
    }

    /** Best first; equals keep their native order. */
    static List<HostOffer> ordered(List<HostOffer> offers, Map<String, Double> scores) {
        if (scores.isEmpty()) {
            return offers;
        }
        List<HostOffer> ordered = new ArrayList<>(offers);
        ordered.sort(Comparator.comparingDouble(offer -> -scores.getOrDefault(offer.hostname(), 0.0)));
        return ordered;
    }

    /** The questions of one attempt, which share its time. */
    final class Attempt {
        private final About about;
        private final Budget budget = Budget.of(settings.timeout(), ticker);
        private boolean failed;

        Attempt(About about) {
            this.about = about;
        }

        /** @param objections takes what is said of those that are left out */
        List<HostOffer> filtered(List<HostOffer> offers, Map<OfferId, Objection> objections) {
            if (settings.filter().isEmpty()) {
                return offers;
            }
            Map<String, HostOffer> hosts = hosts(offers);
            Optional<FilterAnswer> answer =
                    ask("filter", settings.filter().get(), hosts, new FilterReader(hosts.keySet(), settings.mode()));
            if (answer.isEmpty()) {
                return settings.ignorable() ? offers : unanswered(offers, objections);
            }
            Set<String> fitting = answer.get().fittingSet();
            List<HostOffer> left = new ArrayList<>(fitting.size());
            for (HostOffer offer : offers) {
                String host = offer.hostname();
                if (fitting.contains(host)) {
                    left.add(offer);
                } else {
                    objections.put(
                            offer.id(),
                            new Objection(
                                    author,
                                    ReplyObject.clean(answer.get().reason(host)),
                                    answer.get().isHopeless(host)));
                }
            }
            ear.filtered(offers.size() - left.size());
            return left;
        }

        private List<HostOffer> unanswered(List<HostOffer> offers, Map<OfferId, Objection> objections) {
            Objection objection = KubeQuestion.this.unanswered();
            offers.forEach(offer -> objections.put(offer.id(), objection));
            return List.of();
        }

        /** By host, not weighted yet; none if it does not rank. */
        Map<String, Double> scores(List<HostOffer> offers) {
            if (settings.prioritize().isEmpty() || offers.size() < 2) {
                return Map.of();
            }
            Map<String, HostOffer> hosts = hosts(offers);
            return ask(
                            "prioritize",
                            settings.prioritize().get(),
                            hosts,
                            new PriorityReader(hosts.keySet(), settings.mode(), ear::clamped))
                    .orElse(Map.of());
        }

        /** Machines that share a name are one node, as the first of their offers shows it. */
        private Map<String, HostOffer> hosts(List<HostOffer> offers) {
            Map<String, HostOffer> hosts = new LinkedHashMap<>();
            offers.forEach(offer -> hosts.putIfAbsent(offer.hostname(), offer));
            return hosts;
        }

        private <T> Optional<T> ask(String verb, Endpoint where, Map<String, HostOffer> hosts, AnswerReader<T> reader) {
            RequestBody body = settings.mode().names()
                    ? KubeRequests.ofNames(about.pod, hosts.keySet())
                    : KubeRequests.ofNodes(
                            about.pod, hosts.values().stream().map(held::node).toList());
            Optional<T> answer = KubeQuestion.this.ask(verb, where, about, body, reader, budget);
            failed |= answer.isEmpty();
            return answer;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
