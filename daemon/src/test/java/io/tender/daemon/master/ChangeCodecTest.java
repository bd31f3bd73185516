package io.tender.daemon.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.mesos.OfferConstraintsJson;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.Label;
import io.tender.model.OfferConstraints;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.Value;
import io.tender.model.batch.Taint;
import io.tender.model.service.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ChangeCodecTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678901Z");
    private static final FrameworkId FRAMEWORK = new FrameworkId("f-1");
    private static final AgentId AGENT = new AgentId("a-1");
    private static final TaskKey TASK = new TaskKey(FRAMEWORK, new TaskId("t-1"));
    private static final Role ROLE = Role.of("eng/dev");

    private final ChangeCodec codec = new ChangeCodec();

    /** One of each kind; a kind without an example fails {@link #every_kind_has_an_example}. */
    private static List<Change> examples() {
        OfferConstraints constraints = OfferConstraintsJson.parse("""
                {"role_constraints":{"eng/dev":{"groups":[{"attribute_constraints":[
                {"selector":{"attribute_name":"rack"},"predicate":{"text_matches":{"regex":"r[0-9]+"}}}]}]}}}""");
        Subscription subscription = new Subscription(
                Optional.of(FRAMEWORK),
                "somebody",
                "a \"name\"",
                Duration.ofMillis(1500),
                true,
                "host",
                Optional.of("principal"),
                Optional.empty(),
                new TreeSet<>(Set.of(ROLE)),
                EnumSet.of(FrameworkCapability.MULTI_ROLE, FrameworkCapability.GPU_RESOURCES),
                new TreeSet<>(Set.of(Subscription.PARTITION_AWARE)),
                List.of(Label.of("key"), Label.of("key", "value")),
                new TreeSet<>(Set.of(ROLE)),
                constraints,
                new TreeMap<>(Map.of(ROLE, List.of(ResourceQuantities.parse("cpus:0.5;mem:10")))));
        AgentInfo agent = new AgentInfo(
                AGENT,
                "host",
                List.of(
                        Attribute.text("rack", "a;b:c"),
                        new Attribute("cores", new Value.Scalar(8500)),
                        new Attribute("slots", Value.Ranges.ofBounds(1, 3, 7, 9)),
                        new Attribute("tags", Value.Items.of("x", "y"))),
                Optional.of(new Domain("region", "zone")));
        Resources total = Resources.parse("cpus:4;mem:1024;ports:[31000-32000]");
        TaskSpec spec = new TaskSpec(
                TASK.task(),
                "name",
                AGENT,
                Resources.parse("cpus:1").allocate(ROLE),
                new Command(true, List.of("echo $X"), new TreeMap<>(Map.of("X", "1")), "work", "me"),
                new TreeMap<>(Map.of("http", 31000)),
                Duration.ofSeconds(5),
                new TreeMap<>(Map.of("a", "b")),
                Optional.of("executor"),
                Optional.of(Duration.ofMinutes(1)),
                Optional.of(Duration.ofMinutes(2)),
                "{\"task_id\":{\"value\":\"t-1\"}}");
        Status status = new Status(
                TASK.task(),
                RunState.FAILED,
                Status.Source.EXECUTOR,
                Optional.of(AGENT),
                Optional.of("executor"),
                Optional.of(new UUID(1, 2)),
                AT,
                "REASON_COMMAND_EXECUTOR_FAILED",
                "it broke",
                Optional.of(137),
                Optional.of(AT));
        Quota quota = new Quota(ResourceQuantities.parse("cpus:1"), ResourceLimits.parse("cpus:2;mem:0"));
        return List.of(
                new Change.FrameworkSubscribed(FRAMEWORK, subscription, AT),
                new Change.FrameworkGone(FRAMEWORK, AT, "why"),
                new Change.AgentJoined(agent, EnumSet.of(AgentCapability.MULTI_ROLE), Resources.empty(), total, AT),
                new Change.AgentUnreachable(AGENT, AT),
                new Change.AgentRemoved(AGENT, AT, true),
                new Change.AgentForgotten(AGENT),
                new Change.AgentDeactivated(AGENT),
                new Change.AgentReactivated(AGENT),
                new Change.AgentDraining(AGENT, Optional.of(Duration.ofSeconds(9)), true, false),
                new Change.AgentTainted(AGENT, List.of(Taint.parse("gpu=a:NoSchedule"), Taint.parse("old:NoExecute"))),
                new Change.ResourcesChanged(AGENT, total),
                new Change.TaskLaunched(
                        FRAMEWORK, spec, Resources.parse("cpus:1.1").allocate(ROLE), "group", AT),
                new Change.TaskStatusChanged(TASK, status),
                new Change.StatusAcknowledged(TASK, new UUID(1, 2)),
                new Change.TaskKillAsked(TASK, Duration.ofSeconds(3)),
                new Change.TaskOverdue(TASK),
                new Change.QuotasSet(new TreeMap<>(Map.of(Role.of("eng"), quota))),
                new Change.WeightsSet(new TreeMap<>(Map.of(ROLE, 2.5))),
                new Change.MaintenanceSet(List.of(new MaintenanceWindow(
                        List.of("host"), new Unavailability(AT, Optional.of(Duration.ofHours(1)))))),
                new Change.MachinesDown(new TreeSet<>(Set.of("host"))),
                new Change.DocumentPut("job", "default/j", "{\"a\":1}", 3),
                new Change.DocumentRemoved("job", "default/j"));
    }

    @Test
    void every_kind_has_an_example() {
        assertThat(examples().stream().map(Object::getClass).toList())
                .containsExactlyInAnyOrder(Change.class.getPermittedSubclasses());
    }

    @Test
    void every_kind_is_read_as_it_was_written() {
        for (Change change : examples()) {
            assertThat(codec.decode(codec.encode(List.of(change)))).containsExactly(change);
        }
        assertThat(codec.decode(codec.encode(examples()))).isEqualTo(examples());
    }

    @Test
    void a_task_from_before_users_and_completion_times_could_be_said_is_read() {
        Change.TaskLaunched launched = (Change.TaskLaunched) examples().stream()
                .filter(Change.TaskLaunched.class::isInstance)
                .findFirst()
                .orElseThrow();
        String now = new String(codec.encode(List.of(launched)), StandardCharsets.UTF_8);
        String before = now.replace(",\"user\":\"me\"", "").replace(",\"maxCompletion\":\"PT2M\"", "");
        assertThat(before).hasSizeLessThan(now.length() - 30);

        TaskSpec read = ((Change.TaskLaunched)
                        codec.decode(before.getBytes(StandardCharsets.UTF_8)).getFirst())
                .spec();
        assertThat(read.command().user()).isEmpty();
        assertThat(read.maxCompletion()).isEmpty();
        assertThat(read.document()).isEqualTo(launched.spec().document());
    }

    @Test
    void a_kind_or_field_nobody_knows_is_refused_with_the_version() {
        for (String unknown : List.of(
                "{\"version\":1,\"changes\":[{\"change\":\"Novelty\"}]}",
                "{\"version\":1,\"changes\":[{\"change\":\"AgentDeactivated\",\"agent\":\"a\",\"more\":1}]}",
                "{\"version\":1,\"changes\":[{\"change\":\"AgentDeactivated\"}]}",
                "{\"version\":2,\"changes\":[]}",
                "not json")) {
            assertThatThrownBy(() -> codec.decode(unknown.getBytes(StandardCharsets.UTF_8)))
                    .as(unknown)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("1");
        }
    }

    @Test
    void a_large_snapshot_comes_in_parts() {
        List<Change> many = new java.util.ArrayList<>();
        for (int i = 0; i < 2500; i++) {
            many.add(new Change.DocumentPut("k", "d" + i, "{}", 1));
        }
        List<byte[]> parts = codec.encodeSnapshot(many);
        assertThat(parts).hasSize(3);
        assertThat(parts.stream().flatMap(part -> codec.decode(part).stream()).toList())
                .isEqualTo(many);
    }
}
