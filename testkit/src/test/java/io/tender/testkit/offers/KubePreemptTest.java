package io.tender.testkit.offers;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSet;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extenders of kube-scheduler and who is evicted for a service. */
class KubePreemptTest {
    private static final String POD =
            "{\"Pod\":{\"metadata\":{\"name\":\"hello\",\"namespace\":\"www\",\"uid\":\"www/prod/hello\","
                    + "\"labels\":{\"environment\":\"prod\"}},\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":"
                    + "{\"requests\":{\"cpu\":\"1\",\"ephemeral-storage\":\"64Mi\",\"memory\":\"128Mi\"}}}],"
                    + "\"schedulerName\":\"default-scheduler\",\"priority\":0},"
                    + "\"status\":{\"phase\":\"Pending\",\"qosClass\":\"Burstable\"}},";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<KubeOfferSet> made = new ArrayList<>();
    private String preempt = "{}";
    private final ScriptedService service =
            new ScriptedService((request, out) -> ScriptedService.json(preempt).answer(request, out));

    @AfterEach
    void close() {
        made.forEach(KubeOfferSet::close);
        service.close();
    }

    private KubeOfferSet set(Map<String, String> more) {
        Map<String, String> given = new TreeMap<>();
        given.put("kube_offer_set_url_prefix", service.endpoint());
        given.put("kube_offer_set_preempt_verb", "preempt");
        given.put("kube_offer_set_node_cache_capable", "true");
        given.put("kube_offer_set_max_retries", "0");
        given.putAll(more);
        KubeOfferSet set = new KubeOfferSet(KubeOfferSetSettings.parse(given), ClientSurroundings.system(registry));
        made.add(set);
        return set;
    }

    private static TaskConfig config(String job) {
        return TaskConfig.of(JobKey.parse("www/prod/" + job), ResourceBundle.of(1000, 128, 64));
    }

    private static EvictionQuery.Victim victim(String id) {
        return new EvictionQuery.Victim(new TaskId(id), config("victim"));
    }

    private static EvictionQuery.Candidate candidate(
            String host, List<EvictionQuery.Victim> victims, String... others) {
        HostOffer machine = new HostOffer(
                new OfferId("no-offer"),
                new AgentId("agent-" + host),
                host,
                Resources.empty(),
                HostAttributes.of(host, List.of()),
                MaintenanceMode.NONE,
                Optional.empty());
        List<EvictionQuery.Victim> evictable = new ArrayList<>(victims);
        List.of(others).forEach(other -> evictable.add(victim(other)));
        return new EvictionQuery.Candidate(machine, victims, evictable);
    }

    private static EvictionQuery query() {
        return new EvictionQuery(
                new TaskGroupKey(config("hello")),
                ResourceBundle.of(1000, 128, 64),
                List.of(
                        candidate("n1", List.of(victim("t1"), victim("t2")), "t3"),
                        candidate("n2", List.of(victim("t4")))));
    }

    private static Map<AgentId, Set<TaskId>> left(String agent, String... tasks) {
        return Map.of(new AgentId("agent-" + agent), ids(tasks));
    }

    private static Set<TaskId> ids(String... tasks) {
        return Set.copyOf(List.of(tasks).stream().map(TaskId::new).toList());
    }

    @Test
    void it_is_asked_about_all_machines_at_once_and_what_it_leaves_may_be_evicted() {
        preempt = "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"t2\"}],\"NumPDBViolations\":0}}}";
        KubeOfferSet set = set(Map.of());
        assertThat(set.reviewsEvictions()).isTrue();
        assertThat(set.evictable(query())).isEqualTo(left("n1", "t2"));
        assertThat(service.received().getFirst().body())
                .isEqualTo(POD
                        + "\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{"
                        + "\"n1\":{\"Pods\":[{\"UID\":\"t1\"},{\"UID\":\"t2\"}],\"NumPDBViolations\":0},"
                        + "\"n2\":{\"Pods\":[{\"UID\":\"t4\"}],\"NumPDBViolations\":0}}}");
    }

    @Test
    void without_a_cache_of_its_own_it_is_shown_whole_pods() {
        preempt = "{\"nodenametometavictims\":{\"n2\":{\"pods\":[{\"uid\":\"t4\"}]}}}";
        KubeOfferSet set = set(Map.of("kube_offer_set_node_cache_capable", "false"));
        assertThat(set.evictable(query())).as("in any casing").isEqualTo(left("n2", "t4"));
        assertThat(service.received().getFirst().body())
                .startsWith(POD
                        + "\"NodeNameToVictims\":{\"n1\":{\"Pods\":[{\"metadata\":{\"name\":\"victim\",\"namespace\":\"www\","
                        + "\"uid\":\"t1\",")
                .contains("\"nodeName\":\"n1\"", "\"phase\":\"Running\"")
                .endsWith("\"NumPDBViolations\":0}},\"NodeNameToMetaVictims\":null}");
    }

    @Test
    void another_victim_of_the_machine_is_a_mistake_unless_it_is_taken_as_kube_scheduler_takes_it() {
        preempt = "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"t3\"}]}}}";
        assertThat(set(Map.of()).evictable(query())).isEmpty();
        assertThat(set(Map.of("kube_offer_set_compat", "kube")).evictable(query()))
                .isEqualTo(left("n1", "t3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"NodeNameToMetaVictims\":{\"n9\":{\"Pods\":[{\"UID\":\"t1\"}]}}}",
                "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"t4\"}]}}}",
                "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[]}}}",
                "{\"NodeNameToMetaVictims\":[]}",
                "",
                "{"
            })
    void while_it_fails_nobody_is_evicted_unless_it_may_be_passed_over(String reply) {
        preempt = reply;
        assertThat(set(Map.of()).evictable(query())).isEmpty();
        assertThat(set(Map.of("kube_offer_set_ignorable", "true")).evictable(query()))
                .isEqualTo(query().unchanged());
    }

    @Test
    void no_machine_named_is_nobody_evicted() {
        preempt = "{\"NodeNameToMetaVictims\":null}";
        assertThat(set(Map.of()).evictable(query())).isEmpty();
        preempt = "{}";
        assertThat(set(Map.of("kube_offer_set_ignorable", "true")).evictable(query()))
                .as("an answer, and no failure")
                .isEmpty();
    }

    @Test
    void the_next_is_asked_about_what_the_first_has_left() {
        preempt = "{\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"t1\"}]}}}";
        try (ScriptedService second = new ScriptedService(ScriptedService.json("{\"NodeNameToMetaVictims\":{}}"))) {
            KubeOfferSet set = set(Map.of(
                    "kube_offer_set_2_url_prefix", second.endpoint(),
                    "kube_offer_set_2_preempt_verb", "preempt",
                    "kube_offer_set_2_node_cache_capable", "true"));
            assertThat(set.evictable(query())).isEmpty();
            assertThat(second.received().getFirst().body())
                    .endsWith(
                            "\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"t1\"}],\"NumPDBViolations\":0}}}");
        }
    }

    @Test
    void who_has_no_verb_or_looks_after_something_else_is_not_asked() {
        KubeOfferSet without = set(Map.of("kube_offer_set_preempt_verb", "", "kube_offer_set_filter_verb", "filter"));
        assertThat(without.reviewsEvictions()).isFalse();
        KubeOfferSet other = set(Map.of("kube_offer_set_managed_resources", "nvidia.com/gpu"));
        assertThat(other.evictable(query())).isEqualTo(query().unchanged());
        assertThat(service.received()).isEmpty();
    }
}
