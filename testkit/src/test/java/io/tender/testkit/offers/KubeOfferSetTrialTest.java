package io.tender.testkit.offers;

import static io.tender.testkit.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.CallTracer;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.Share;
import io.tender.extender.shadow.TrialReport;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever an extender on trial does, offers are tried in the same order; a canary orders them for its share of the jobs. */
class KubeOfferSetTrialTest {
    private static final List<HostOffer> OFFERS = List.of(offer("a"), offer("b"), offer("c"));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExtenderBoard board = new ExtenderBoard();
    private final List<AutoCloseable> open = new ArrayList<>();

    private static HostOffer offer(String host) {
        return HostOffer.of(
                new OfferId("offer-" + host),
                new AgentId("agent-" + host),
                host,
                Resources.parse("cpus:4;mem:1024;disk:2048"));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        assertThat(board.reports()).isEmpty();
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .noneMatch(name -> name.startsWith("kube_offer_set"));
    }

    /** Filters out one host, and likes another best. */
    private ScriptedService extender(String refused, String best) {
        ScriptedService service = new ScriptedService((request, out) -> {
            List<String> left = OFFERS.stream()
                    .map(HostOffer::hostname)
                    .filter(host -> !host.equals(refused))
                    .map(host -> "\"" + host + "\"")
                    .toList();
            String answer = request.head().contains("/filter")
                    ? "{\"NodeNames\":" + left + "}"
                    : "[{\"Host\":\"" + best + "\",\"Score\":10}]";
            return ScriptedService.json(answer).answer(request, out);
        });
        open.add(service);
        return service;
    }

    private OfferSet set(String prefix, String... more) {
        Map<String, String> given = new TreeMap<>();
        given.put("kube_offer_set_url_prefix", prefix);
        given.put("kube_offer_set_filter_verb", "filter");
        given.put("kube_offer_set_prioritize_verb", "prioritize");
        given.put("kube_offer_set_node_cache_capable", "true");
        given.put("kube_offer_set_http_timeout", "30secs");
        given.put("kube_offer_set_shadow_queue", "1000");
        for (int i = 0; i < more.length; i += 2) {
            given.put("kube_offer_set_" + more[i], more[i + 1]);
        }
        OfferSet set = new KubeOfferSetFactory(registry, CallTracer.NONE, board)
                .create(new OfferSetSetup(
                        new TreeMap<>(given), Chance.seeded(1), Comparator.comparing(HostOffer::id), agent -> 0));
        open.add(set::close);
        OFFERS.forEach(set::add);
        return set;
    }

    private static String order(OfferSet set, String job) {
        TaskConfig config = TaskConfig.of(JobKey.parse("www/prod/" + job), ResourceBundle.of(1000, 128, 64));
        StringBuilder order = new StringBuilder();
        set.getOrdered(OfferQuery.of(1, new TaskGroupKey(config), config.request(), 1, OFFERS))
                .forEach(offer -> order.append(offer.hostname()));
        return order.toString();
    }

    private TrialReport report() {
        return board.reports().get("kube-offer-set").trial().orElseThrow();
    }

    @Test
    void a_shadow_of_the_native_order_is_never_obeyed_and_found_out() {
        OfferSet set = set(extender("b", "c").endpoint(), "mode", "shadow");

        assertThat(set.waits()).isFalse();
        assertThat(order(set, "hello")).isEqualTo("abc");
        await(() -> report().otherWinner() == 1);
        assertThat(report().verbs().get("order").stricter()).isEqualTo(1);
        assertThat(report().comparedWith()).isEqualTo("native order");
        assertThat(report().examples().getFirst().shadow()).startsWith("c first");
    }

    @ParameterizedTest
    @EnumSource(
            value = Misbehaviour.class,
            names = {"REFUSE", "RESET", "ACCEPT_AND_HANG", "ERROR_WITH_BODY", "WRONG_TYPES", "SOMEBODY_ELSE"})
    void a_shadow_that_misbehaves_changes_nothing_at_all(Misbehaviour misbehaviour) {
        HostileServer server = HostileServer.start(misbehaviour);
        open.add(server);
        OfferSet set = set(server.addressUrl(), "mode", "shadow", "ignorable", "false");

        for (int i = 0; i < 20; i++) {
            assertThat(order(set, "job" + i)).isEqualTo("abc");
        }
        switch (misbehaviour) {
            case ACCEPT_AND_HANG -> {}
            // An answer that names no node leaves out all of them, whatever else is in it.
            case SOMEBODY_ELSE -> await(() -> report().calls().answered() > 0);
            default -> await(() -> report().calls().failed() > 0);
        }
        if (misbehaviour != Misbehaviour.SOMEBODY_ELSE) {
            assertThat(report().verbs()).isEmpty();
        }
        assertThat(order(set, "afterwards")).isEqualTo("abc");
    }

    @Test
    void a_shadow_is_compared_with_the_extender_it_may_replace() {
        ScriptedService decides = extender("a", "c");
        OfferSet set = set(extender("a", "c").endpoint(), "mode", "shadow", "shadow_of", decides.endpoint());

        assertThat(set.waits()).isTrue();
        assertThat(order(set, "hello")).isEqualTo("cb");
        await(() -> report().sameWinner() == 1);
        assertThat(report().agreement()).hasValue(1);
        assertThat(report().comparedWith()).isEqualTo(decides.endpoint());
        assertThat(board.reports()).containsOnlyKeys("kube-offer-set", "kube-offer-set-deciding");
    }

    @Test
    void a_canary_orders_for_its_share_alone_until_it_does_badly() {
        OfferSet set = set(
                extender("b", "c").endpoint(),
                "mode",
                "canary",
                "canary_share",
                "50%",
                "canary_stop_disagreement",
                "10%",
                "canary_stop_min_answers",
                "3");
        String within = job(true);
        String outside = job(false);

        assertThat(order(set, within)).isEqualTo("ca");
        for (int i = 0; i < 3; i++) {
            assertThat(order(set, outside)).isEqualTo("abc");
        }
        await(() -> report().stopped().isPresent());
        assertThat(order(set, within)).isEqualTo("abc");
        assertThat(board.resume("kube-offer-set")).contains(true);
        assertThat(order(set, within)).isEqualTo("ca");
    }

    @Test
    void a_stop_outlives_the_set_until_one_with_other_settings_is_in_use() {
        String url = extender("b", "c").endpoint();
        String[] given = {
            "mode", "canary", "canary_share", "50%", "canary_stop_disagreement", "10%", "canary_stop_min_answers", "3"
        };
        OfferSet first = set(url, given);
        for (int i = 0; i < 3; i++) {
            order(first, job(false));
        }
        await(() -> report().stopped().isPresent());

        OfferSet same = set(url, given);
        same.begin();
        assertThat(order(same, job(true))).as("stopped with these settings").isEqualTo("abc");

        given[3] = "51%";
        OfferSet other = set(url, given);
        assertThat(order(same, job(true)))
                .as("settings that are not in use yet lift nothing")
                .isEqualTo("abc");
        other.begin();
        assertThat(order(other, job(true))).isEqualTo("ca");
        assertThat(order(same, job(true))).as("lifted for good").isEqualTo("ca");
    }

    /** A job that is within a share of half of them, or one that is not. */
    private static String job(boolean within) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "job" + i)
                .filter(name -> new Share(5_000).holds("www/prod/" + name) == within)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tasks_without_a_managed_resource_are_none_of_its_business() {
        ScriptedService service = extender("b", "c");
        OfferSet set = set(service.endpoint(), "mode", "shadow", "managed_resources", "nvidia.com/gpu");

        assertThat(order(set, "hello")).isEqualTo("abc");
        assertThat(report().waiting()).isZero();
        assertThat(service.received()).isEmpty();
    }

    @Test
    void a_trial_that_makes_no_sense_is_told() {
        assertThatThrownBy(() -> KubeOfferSetSettings.parse(Map.of(
                        "kube_offer_set_filter_verb", "filter",
                        "kube_offer_set_mode", "canary")))
                .hasMessageContaining("kube_offer_set_canary_share: got nothing beside kube_offer_set_mode canary");
        assertThatThrownBy(() -> KubeOfferSetSettings.parse(Map.of(
                        "kube_offer_set_filter_verb", "filter",
                        "kube_offer_set_shadow_of", "http://127.0.0.1:1")))
                .hasMessageContaining("kube_offer_set_shadow_of");
    }
}
