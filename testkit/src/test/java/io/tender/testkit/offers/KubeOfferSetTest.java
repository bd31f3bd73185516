package io.tender.testkit.offers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSet;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.contract.OfferSetContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeOfferSetTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<KubeOfferSet> made = new ArrayList<>();
    private String filter = "{\"NodeNames\":[\"a\",\"c\"],\"FailedNodes\":{\"b\":\"no device\"}}";
    private String prioritize = "[{\"Host\":\"a\",\"Score\":1},{\"Host\":\"c\",\"Score\":7}]";
    private final ScriptedService service = new ScriptedService(
            (request, out) -> ScriptedService.json(request.head().contains("/filter") ? filter : prioritize)
                    .answer(request, out));

    private static HostOffer offer(String host) {
        return new HostOffer(
                new OfferId("offer-" + host),
                new AgentId("agent-" + host),
                host,
                Resources.parse("cpus:4;mem:1024;disk:2048"),
                HostAttributes.of(host, List.of(Attribute.text("rack", "r1"))),
                MaintenanceMode.NONE,
                Optional.empty());
    }

    private final List<HostOffer> offers = List.of(offer("a"), offer("b"), offer("c"));

    private KubeOfferSet set(Map<String, String> more) {
        Map<String, String> given = new TreeMap<>();
        given.put("kube_offer_set_url_prefix", service.endpoint());
        given.put("kube_offer_set_filter_verb", "filter");
        given.put("kube_offer_set_prioritize_verb", "prioritize");
        given.put("kube_offer_set_node_cache_capable", "true");
        given.put("kube_offer_set_max_retries", "0");
        given.putAll(more);
        KubeOfferSet set = new KubeOfferSet(KubeOfferSetSettings.parse(given), ClientSurroundings.system(registry));
        offers.forEach(set::add);
        made.add(set);
        return set;
    }

    private String order(KubeOfferSet set) {
        TaskConfig config = TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.of(1000, 128, 64));
        OfferQuery query = OfferQuery.of(1, new TaskGroupKey(config), config.request(), 1, offers);
        return String.join(
                " ", set.getOrdered(query).stream().map(HostOffer::hostname).toList());
    }

    private String body(int request) {
        return service.received().get(request).body();
    }

    @AfterEach
    void close() {
        made.forEach(KubeOfferSet::close);
        service.close();
    }

    @Test
    void what_is_filtered_out_is_not_tried_and_the_rest_in_the_order_of_its_scores() {
        assertThat(order(set(Map.of()))).isEqualTo("c a");
        assertThat(body(0)).endsWith("\"Nodes\":null,\"NodeNames\":[\"a\",\"b\",\"c\"]}");
        assertThat(body(1)).endsWith("\"Nodes\":null,\"NodeNames\":[\"a\",\"c\"]}");
        assertThat(registry.get("kube_offer_set_filtered").counter().count()).isEqualTo(1);
    }

    @Test
    void a_group_is_shown_as_a_pod_and_an_offer_as_a_node() {
        filter = "{\"Nodes\":{\"items\":[{\"metadata\":{\"name\":\"b\"}}]}}";
        assertThat(order(set(Map.of("kube_offer_set_node_cache_capable", "false"))))
                .isEqualTo("b");
        assertThat(body(0))
                .startsWith(
                        "{\"Pod\":{\"metadata\":{\"name\":\"hello\",\"namespace\":\"www\",\"uid\":\"www/prod/hello\","
                                + "\"labels\":{\"environment\":\"prod\"}},\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":"
                                + "{\"requests\":{\"cpu\":\"1\",\"ephemeral-storage\":\"64Mi\",\"memory\":\"128Mi\"}}}],"
                                + "\"schedulerName\":\"default-scheduler\",\"priority\":0},"
                                + "\"status\":{\"phase\":\"Pending\",\"qosClass\":\"Burstable\"}},"
                                + "\"Nodes\":{\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"a\",\"labels\":{")
                .contains("\"rack\":\"r1\"")
                .contains("\"allocatable\":{\"cpu\":\"4\",\"ephemeral-storage\":\"2Gi\",\"memory\":\"1Gi\"}")
                .endsWith("]},\"NodeNames\":null}");
    }

    @Test
    void nothing_left_is_nothing_tried() {
        filter = "{}";
        assertThat(order(set(Map.of()))).isEmpty();
    }

    @Test
    void without_scores_the_native_order_stays() {
        prioritize = "[{\"Host\":\"a\",\"Score\":0.5}]";
        assertThat(order(set(Map.of()))).isEqualTo("a c");
        assertThat(registry.get("kube_offer_set_fallbacks").counter().count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"Error\":\"not ready\"}", "{\"NodeNames\":[\"x\"]}", "", "{"})
    void a_filter_that_fails_is_passed_over_unless_it_must_be_asked(String reply) {
        filter = reply;
        prioritize = "[]";
        assertThat(order(set(Map.of("kube_offer_set_ignorable", "true")))).isEqualTo("a b c");
        KubeOfferSet needed = set(Map.of());
        assertThat(order(needed)).isEmpty();
        assertThat(needed.objections(1).values())
                .hasSize(3)
                .allSatisfy(objection -> assertThat(objection.reason()).contains("does not answer"));
    }

    @Test
    void a_service_that_says_nothing_costs_its_time_once() {
        service.behave(ScriptedService.silent());
        assertThat(order(set(Map.of("kube_offer_set_http_timeout", "100ms", "kube_offer_set_ignorable", "true"))))
                .isEqualTo("a b c");
        assertThat(service.received()).hasSize(1);
    }

    @Test
    void tasks_without_a_managed_resource_are_none_of_its_business() {
        assertThat(order(set(Map.of("kube_offer_set_managed_resources", "nvidia.com/gpu"))))
                .isEqualTo("a b c");
        assertThat(service.received()).isEmpty();
    }

    @Test
    void what_it_objects_to_is_told_once_with_its_reason_and_whether_there_is_hope() {
        filter = "{\"NodeNames\":[\"a\"],\"FailedNodes\":{\"b\":\"device in use\"},"
                + "\"FailedAndUnresolvableNodes\":{\"c\":\"no device\"}}";
        KubeOfferSet set = set(Map.of());
        assertThat(order(set)).isEqualTo("a");
        assertThat(set.objections(1))
                .isEqualTo(Map.of(
                        new OfferId("offer-b"), new Objection("kube-offer-set", "device in use", false),
                        new OfferId("offer-c"), new Objection("kube-offer-set", "no device", true)));
        assertThat(set.objections(1)).isEmpty();
    }

    @Test
    void several_extenders_filter_in_turn_and_their_weighted_scores_add_up() {
        ScriptedService second = new ScriptedService((request, out) -> ScriptedService.json(
                        request.head().contains("/filter")
                                ? "{\"NodeNames\":[\"a\",\"c\"]}"
                                : "[{\"Host\":\"a\",\"Score\":3},{\"Host\":\"c\",\"Score\":0}]")
                .answer(request, out));
        try {
            assertThat(order(set(Map.of(
                            "kube_offer_set_2_url_prefix", second.endpoint(),
                            "kube_offer_set_2_filter_verb", "filter",
                            "kube_offer_set_2_prioritize_verb", "prioritize",
                            "kube_offer_set_2_node_cache_capable", "true",
                            "kube_offer_set_2_weight", "3"))))
                    // 1 + 3 x 3 for a, and 7 for c
                    .isEqualTo("a c");
            assertThat(second.received().getFirst().body()).endsWith("\"NodeNames\":[\"a\",\"c\"]}");
        } finally {
            second.close();
        }
    }

    @Test
    void scores_are_asked_for_at_once_so_that_slow_extenders_do_not_add_up() {
        CountDownLatch firstAsked = new CountDownLatch(1);
        CountDownLatch secondAsked = new CountDownLatch(1);
        ScriptedService second = new ScriptedService((request, out) -> {
            meeting(secondAsked, firstAsked);
            return ScriptedService.json("[{\"Host\":\"a\",\"Score\":5},{\"Host\":\"c\",\"Score\":0}]")
                    .answer(request, out);
        });
        service.behave((request, out) -> {
            if (request.head().contains("/prioritize")) {
                meeting(firstAsked, secondAsked);
            }
            return ScriptedService.json(request.head().contains("/filter") ? filter : prioritize)
                    .answer(request, out);
        });
        try {
            assertThat(order(set(Map.of(
                            "kube_offer_set_2_url_prefix", second.endpoint(),
                            "kube_offer_set_2_prioritize_verb", "prioritize",
                            "kube_offer_set_2_node_cache_capable", "true"))))
                    .isEqualTo("c a"); // 7 for c, and 1 + 5 for a
        } finally {
            second.close();
        }
    }

    /** Comes back once the other one has been asked too. */
    private static void meeting(CountDownLatch mine, CountDownLatch others) throws IOException {
        try {
            mine.countDown();
            if (!others.await(4, TimeUnit.SECONDS)) {
                throw new IOException("nobody else was asked meanwhile");
            }
        } catch (InterruptedException ended) {
            throw new IOException(ended);
        }
    }

    @Test
    void nothing_is_placed_without_a_filter_that_must_be_asked() {
        TaskConfig config = TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.of(1000, 128, 64));
        TaskGroupKey group = new TaskGroupKey(config);
        assertThat(set(Map.of()).unanswered(group, config.request()))
                .map(Objection::reason)
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("offer_set_answer_timeout", "nothing is placed without this one")
                        .endsWith("which is slow"));
        assertThat(set(Map.of("kube_offer_set_ignorable", "true")).unanswered(group, config.request()))
                .isEmpty();
        assertThat(set(Map.of("kube_offer_set_filter_verb", "")).unanswered(group, config.request()))
                .isEmpty();
        assertThat(set(Map.of("kube_offer_set_managed_resources", "nvidia.com/gpu"))
                        .unanswered(group, config.request()))
                .isEmpty();
    }

    @Test
    void those_that_may_be_passed_over_are_asked_last() {
        ScriptedService second = new ScriptedService(ScriptedService.json("{\"NodeNames\":[\"b\",\"c\"]}"));
        try {
            filter = "{\"NodeNames\":[\"c\"]}";
            assertThat(order(set(Map.of(
                            "kube_offer_set_ignorable", "true",
                            "kube_offer_set_2_url_prefix", second.endpoint(),
                            "kube_offer_set_2_filter_verb", "filter",
                            "kube_offer_set_2_node_cache_capable", "true"))))
                    .isEqualTo("c");
            assertThat(body(0)).endsWith("\"NodeNames\":[\"b\",\"c\"]}");
        } finally {
            second.close();
        }
    }

    @Test
    void what_a_service_cannot_have_or_an_extender_cannot_do_for_it_is_refused_with_the_reason() {
        assertThatThrownBy(() -> KubeOfferSetSettings.parse(Map.of(
                        "kube_offer_set_filter_verb", "filter",
                        "kube_offer_set_managed_resources", "nvidia.com/gpu,example.com/fpga",
                        "kube_offer_set_ignored_by_scheduler", "true",
                        "kube_offer_set_mode", "shadow",
                        "kube_offer_set_2_filter_verb", "filter",
                        "kube_offer_set_2_managed_resources", "nvidia.com/gpu")))
                .hasMessageContaining("'example.com/fpga'")
                .hasMessageContaining("would never be asked")
                .hasMessageContaining("kube_offer_set_ignored_by_scheduler: got true")
                .hasMessageContaining("one on trial among several")
                .hasMessageContaining("'nvidia.com/gpu' of two extenders");
    }

    @Test
    void all_mistakes_are_told_at_once() {
        assertThatThrownBy(() -> KubeOfferSetSettings.parse(Map.of(
                        "kube_offer_set_url_prefix", "gopher://x",
                        "kube_offer_set_compat", "x",
                        "kube_offer_set_2_bind_verb", "",
                        "kube_offer_set_filtr_verb", "filter")))
                .hasMessageContaining("kube_offer_set_url_prefix")
                .hasMessageContaining("strict or kube")
                .hasMessageContaining("kube_offer_set_filter_verb: got nothing")
                .hasMessageContaining("kube_offer_set_2_filter_verb: got nothing")
                .hasMessageContaining("did you mean kube_offer_set_filter_verb?");
    }

    /** A set and its service, both closed after each test. */
    abstract static class WithService extends OfferSetContract {
        private final ScriptedService service;
        private final List<OfferSet> made = new ArrayList<>();

        WithService(ScriptedService.Conduct conduct) {
            this.service = new ScriptedService(conduct);
        }

        @Override
        protected Map<String, String> parameters() {
            return Map.of(
                    "kube_offer_set_url_prefix",
                    service.endpoint(),
                    "kube_offer_set_filter_verb",
                    "filter",
                    "kube_offer_set_node_cache_capable",
                    "true",
                    "kube_offer_set_ignorable",
                    "true");
        }

        @Override
        protected OfferSetFactory factory() {
            return new OfferSetFactory() {
                @Override
                public String name() {
                    return "kube";
                }

                @Override
                public OfferSet create(OfferSetSetup setup) {
                    made.add(new KubeOfferSetFactory().create(setup));
                    return made.getLast();
                }
            };
        }

        @AfterEach
        void close() {
            made.forEach(OfferSet::close);
            service.close();
        }
    }

    @Nested
    class AnExtenderThatLeavesAll extends WithService {
        AnExtenderThatLeavesAll() {
            super((request, out) -> {
                String names = request.body().substring(request.body().indexOf("\"NodeNames\":"));
                return ScriptedService.json("{" + names).answer(request, out);
            });
        }
    }

    @Nested
    class AnExtenderThatFails extends WithService {
        AnExtenderThatFails() {
            super(ScriptedService.status(500, "", "out of order"));
        }
    }
}
