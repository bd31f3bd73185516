package io.tender.testkit.offers;

import static io.tender.testkit.offers.ScriptedService.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.TaskView;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSet;
import io.tender.extender.kube.KubeOfferSetFactory;
import io.tender.extender.kube.KubeOfferSetSettings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferSet;
import io.tender.testkit.ManualHost;
import io.tender.testkit.services.ServiceWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An extender of kube-scheduler that binds the tasks of services. */
class KubeBindTest {
    private static final JobKey JOB = JobKey.parse("www/prod/hello");
    private static final String BOUND = "{\"Error\":\"\"}";

    private final List<OfferSet> made = new ArrayList<>();
    private ScriptedService.Conduct conduct = json(BOUND);
    private final ScriptedService service = new ScriptedService((request, out) -> conduct.answer(request, out));

    @AfterEach
    void close() {
        made.forEach(OfferSet::close);
        service.close();
    }

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> given = new TreeMap<>();
        given.put("kube_offer_set_url_prefix", service.endpoint());
        given.put("kube_offer_set_bind_verb", "bind");
        given.put("kube_offer_set_max_retries", "0");
        given.put("kube_offer_set_breaker_enabled", "false");
        given.putAll(more);
        return given;
    }

    private KubeOfferSet set(Map<String, String> more) {
        KubeOfferSet set = new KubeOfferSet(
                KubeOfferSetSettings.parse(settings(more)), ClientSurroundings.system(new SimpleMeterRegistry()));
        made.add(set);
        return set;
    }

    private static TaskConfig config() {
        return TaskConfig.of(JOB, ResourceBundle.of(1, 128, 64));
    }

    private static BindQuery query(String... tasks) {
        HostOffer offer = HostOffer.of(
                new OfferId("o1"), new AgentId("agent-1"), "n1.example", Resources.parse("cpus:4;mem:1024;disk:2048"));
        return new BindQuery(
                new TaskGroupKey(config()),
                config().request(),
                offer,
                List.of(tasks).stream().map(TaskId::new).toList());
    }

    @Test
    void it_is_told_pod_and_node_as_kube_scheduler_tells_them() {
        KubeOfferSet set = set(Map.of());
        assertThat(set.binds(query().group(), query().request())).isTrue();
        assertThat(set.bind(query("t1", "t2"))).isEmpty();
        assertThat(service.received())
                .extracting(ScriptedService.Received::body)
                .containsExactly(
                        "{\"PodName\":\"hello\",\"PodNamespace\":\"www\",\"PodUID\":\"t1\",\"Node\":\"n1.example\"}",
                        "{\"PodName\":\"hello\",\"PodNamespace\":\"www\",\"PodUID\":\"t2\",\"Node\":\"n1.example\"}");
        assertThat(service.received().getFirst().head()).contains("/bind HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"Error\":\"no device\"}", "{\"error\":\"no device\"}"})
    void what_it_does_not_bind_does_not_start_whether_or_not_it_may_be_passed_over(String answer) {
        conduct = json(answer);
        for (String ignorable : List.of("false", "true")) {
            assertThat(set(Map.of("kube_offer_set_ignorable", ignorable)).bind(query("t1")))
                    .isEqualTo(Map.of(new TaskId("t1"), new Objection("kube-offer-set", "no device", false)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"Error\":7}"})
    void while_it_fails_nothing_starts_unless_it_may_be_passed_over(String answer) {
        conduct = json(answer);
        assertThat(set(Map.of()).bind(query("t1")).get(new TaskId("t1")).reason())
                .contains("does not answer");
        assertThat(set(Map.of("kube_offer_set_ignorable", "true")).bind(query("t1")))
                .isEmpty();
    }

    @Test
    void an_answer_that_was_lost_is_not_asked_for_again() {
        conduct = (request, out) -> false;
        assertThat(set(Map.of("kube_offer_set_max_retries", "5")).bind(query("t1")))
                .hasSize(1);
        assertThat(service.received()).hasSize(1);
    }

    @Test
    void it_binds_only_what_it_looks_after() {
        KubeOfferSet set = set(Map.of("kube_offer_set_managed_resources", "nvidia.com/gpu"));
        assertThat(set.binds(query("t1").group(), query("t1").request())).isFalse();
        assertThat(set.bind(query("t1"))).isEmpty();
        assertThat(service.received()).isEmpty();
        ResourceBundle withGpu = ResourceBundle.parse("cpus:1;mem:128;disk:64;gpus:1");
        assertThat(set.binds(new TaskGroupKey(TaskConfig.of(JOB, withGpu)), withGpu))
                .isTrue();
    }

    @Test
    void of_several_extenders_the_one_that_binds_is_asked() {
        try (ScriptedService other = new ScriptedService(json("{\"NodeNames\":[]}"))) {
            KubeOfferSet set = set(
                    Map.of("kube_offer_set_2_url_prefix", other.endpoint(), "kube_offer_set_2_filter_verb", "filter"));
            assertThat(set.bind(query("t1"))).isEmpty();
            assertThat(service.received()).hasSize(1);
            assertThat(other.received()).isEmpty();
        }
    }

    @Test
    void two_that_bind_and_a_shadow_that_could_only_bind_are_refused() {
        assertThatThrownBy(() -> set(Map.of("kube_offer_set_2_bind_verb", "bind")))
                .hasMessageContaining("one that binds");
        assertThatThrownBy(() -> set(Map.of("kube_offer_set_mode", "shadow")))
                .hasMessageContaining("a shadow never binds");
    }

    /** A whole scheduler, whose set is asked over its socket while the clock stands still. */
    private ServiceWorld world(Map<String, String> more, List<String> history) {
        KubeOfferSetFactory factory =
                new KubeOfferSetFactory(new SimpleMeterRegistry(), CallTracer.NONE, new ExtenderBoard());
        return new ServiceWorld(
                1,
                ServiceSettings.defaults().with("offer_order", "CPU"),
                setup -> {
                    OfferSet set = factory.create(setup.withParameters(new TreeMap<>(settings(more))));
                    made.add(set);
                    return set;
                },
                KubeBindTest::asking,
                ServiceWorld.TaskScript.RUN,
                new ServiceListener() {
                    @Override
                    public void taskChanged(TaskView task, TaskState before) {
                        history.add(task.instance() + " " + task.state() + " "
                                + task.agent().map(AgentId::value).orElse("-"));
                    }
                });
    }

    private static Ordering asking(ManualHost host) {
        return (set, query, answer) -> {
            List<HostOffer> order = Ordering.answerOf(set, query);
            host.enqueue(() -> answer.ordered(order));
        };
    }

    @Test
    void a_task_runs_once_it_is_bound_and_until_then_explains_why_it_does_not() {
        conduct = json("{\"Error\":\"no device\"}");
        ServiceWorld world = world(Map.of(), new ArrayList<>());
        world.addAgent("a1", "cpus:4;mem:4096;disk:10000", "");
        world.scheduler().submit(config(), 2);
        world.pass(Duration.ofSeconds(30));

        TaskView first = world.scheduler().tasks(JOB).getFirst();
        assertThat(first.state()).isEqualTo(TaskState.PENDING);
        assertThat(world.scheduler().why(first.id()).orElseThrow().reasons())
                .isEqualTo(Map.of("Not bound: kube-offer-set: no device", 1));
        assertThat(world.brokenPromises()).isEmpty();
        assertThat(service.received().size()).as("with growing pauses").isBetween(2, 30);

        conduct = json(BOUND);
        world.pass(Duration.ofMinutes(3));
        assertThat(world.scheduler().tasks(JOB)).extracting(TaskView::state).containsOnly(TaskState.RUNNING);
        assertThat(world.brokenPromises()).isEmpty();
        assertThat(service.received())
                .as("the uid of a task is its own, and the same each time")
                .allMatch(request -> world.scheduler().tasks(JOB).stream()
                        .anyMatch(task -> request.body()
                                .contains("\"PodUID\":\"" + task.id().value() + "\"")));
    }

    @Test
    void a_shadow_that_could_bind_is_never_asked_to_and_changes_nothing() {
        conduct = (request, out) -> json(request.head().contains("/bind ")
                        ? "{\"Error\":\"never\"}"
                        : "{\"NodeNames\":[\"a1.example\"]}")
                .answer(request, out);
        ServiceWorld world = world(
                Map.of("kube_offer_set_mode", "shadow", "kube_offer_set_filter_verb", "filter"), new ArrayList<>());
        world.addAgent("a1", "cpus:4;mem:4096;disk:10000", "");
        world.scheduler().submit(config(), 2);
        world.pass(Duration.ofSeconds(30));
        assertThat(world.scheduler().tasks(JOB)).extracting(TaskView::state).containsOnly(TaskState.RUNNING);
        assertThat(service.received()).noneMatch(request -> request.head().contains("/bind "));
    }

    @Test
    void a_canary_binds_for_its_share() {
        ServiceWorld world =
                world(Map.of("kube_offer_set_mode", "canary", "kube_offer_set_canary_share", "50%"), new ArrayList<>());
        world.addAgent("a1", "cpus:40;mem:40960;disk:100000", "");
        for (int i = 0; i < 12; i++) {
            world.scheduler()
                    .submit(TaskConfig.of(new JobKey("www", "prod", "job" + i), ResourceBundle.of(1, 128, 64)), 1);
        }
        world.pass(Duration.ofMinutes(2));
        assertThat(world.scheduler().tasks()).extracting(TaskView::state).containsOnly(TaskState.RUNNING);
        assertThat(service.received().size()).isBetween(1, 11);
    }
}
