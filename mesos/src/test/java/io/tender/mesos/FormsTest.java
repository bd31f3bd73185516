package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.mesos.protobuf.MessageType;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Label;
import io.tender.model.Operation;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Messages and the domain. */
class FormsTest {
    private static Message call(String file) {
        return Message.of(GoldenMessagesTest.read(MesosSchema.SCHEDULER_CALL, file));
    }

    private static Message operatorCall(String file) {
        return Message.of(GoldenMessagesTest.read(MesosSchema.OPERATOR_CALL, file));
    }

    private static Message parsed(String type, String json) {
        return Message.of(Media.JSON.read(MesosSchema.message(type), json.getBytes(StandardCharsets.UTF_8)));
    }

    private static <T extends ObjectNode> Message rewritten(String type, T tree) {
        MessageType message = MesosSchema.message(type);
        return Message.of(Media.PROTOBUF.read(message, Media.PROTOBUF.write(message, tree)));
    }

    @Test
    void a_subscription_says_all_of_the_framework() {
        Subscription subscription =
                FrameworkForms.subscription(call("subscribe.json").message("subscribe"));
        FrameworkDescription shop = subscription.framework();
        assertThat(shop.id()).contains(new FrameworkId("shop-1"));
        assertThat(shop.user()).isEqualTo("web");
        assertThat(shop.failoverTimeout()).isEqualTo(Duration.ofDays(7));
        assertThat(shop.checkpoint()).isTrue();
        assertThat(shop.roles()).containsExactly(Role.of("eng"), Role.of("ops"));
        assertThat(shop.capabilities())
                .containsExactlyInAnyOrder(FrameworkCapability.MULTI_ROLE, FrameworkCapability.GPU_RESOURCES);
        assertThat(shop.partitionAware()).isTrue();
        assertThat(shop.killingState()).isFalse();
        assertThat(shop.labels()).containsExactly(Label.of("team", "web"));
        assertThat(shop.minAllocatable())
                .isEqualTo(Map.of(Role.of("eng"), List.of(ResourceQuantities.parse("cpus:1;mem:32"))));
        assertThat(shop.reservationForm()).isEqualTo(ReservationForm.ROLE);
        assertThat(shop.known(new FrameworkId("x")).name()).isEqualTo("shop");
        assertThat(subscription.options().suppressedRoles()).containsExactly(Role.of("ops"));
        assertThat(subscription.options().constraints().groups(Role.of("eng"))).hasSize(1);
        assertThat(FrameworkForms.framework(rewritten("mesos.v1.FrameworkInfo", FrameworkForms.tree(shop))))
                .isEqualTo(shop);
        ObjectNode constraints =
                OfferConstraintsJson.tree(subscription.options().constraints());
        assertThat(constraints)
                .isEqualTo(call("subscribe.json")
                        .message("subscribe")
                        .message("offer_constraints")
                        .tree());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'user':'u','name':'n'                                          | *",
                "'user':'u','name':'n','role':'eng'                              | eng",
                "'user':'u','name':'n','id':{'value':''},'role':'eng'            | eng",
                "'user':'u','name':'n','failover_timeout':1e300,'role':'eng'     | eng"
            })
    void a_framework_without_multi_role_has_one_role(String members, String role) {
        FrameworkDescription framework = FrameworkForms.framework(framework(members));
        assertThat(framework.roles()).containsExactly(Role.of(role));
        assertThat(framework.id()).isEmpty();
        assertThat(FrameworkForms.framework(rewritten("mesos.v1.FrameworkInfo", FrameworkForms.tree(framework))))
                .isEqualTo(framework);
    }

    private static Message framework(String members) {
        return parsed("mesos.v1.FrameworkInfo", "{" + members.replace('\'', '"') + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'roles':['a']                                                         | $.roles",
                "'role':'a','capabilities':[{'type':'MULTI_ROLE'}]                     | $.role",
                "'roles':['a','a'],'capabilities':[{'type':'MULTI_ROLE'}]              | $.roles",
                "'roles':['a','a//b'],'capabilities':[{'type':'MULTI_ROLE'}]           | $.roles[1]",
                "'role':'-a'                                                           | $.role",
                "'failover_timeout':-1                                                 | $.failover_timeout",
                "'failover_timeout':'NaN'                                              | $.failover_timeout",
                "'id':{'value':' '}                                                    | $.id.value",
                "'offer_filters':{'.':{}}                                              | $.offer_filters..",
                "'offer_filters':{'a':{'min_allocatable_resources':{'quantities':[{'quantities':{'cpus':{'value':-1}}}]}}}"
                        + " | $.offer_filters.a.min_allocatable_resources.quantities[0].quantities.cpus.value"
            })
    void a_framework_that_contradicts_itself_is_told_where(String members, String path) {
        assertThatThrownBy(() -> FrameworkForms.framework(framework("'user':'u','name':'n'," + members)))
                .isInstanceOfSatisfying(
                        MesosJsonException.class, e -> assertThat(e.path()).isEqualTo(path))
                .hasMessageStartingWith("At " + path);
    }

    @Test
    void an_acceptance_is_read_step_by_step() {
        Message accept = call("accept.json").message("accept");
        assertThat(accept.ids("offer_ids", OfferId::new)).containsExactly(new OfferId("o-1"), new OfferId("o-2"));
        assertThat(FilterForms.filters(accept)).isEqualTo(Filters.ofSeconds(0.5));
        List<OfferOperation> operations = OperationForms.operations(accept);
        assertThat(operations.get(0).id()).contains("op-1");
        assertThat(operations.subList(0, 6))
                .extracting(one -> ((OfferOperation.Change) one).operation())
                .hasExactlyElementsOfTypes(
                        Operation.Reserve.class,
                        Operation.Unreserve.class,
                        Operation.Create.class,
                        Operation.GrowVolume.class,
                        Operation.ShrinkVolume.class,
                        Operation.Destroy.class);
        LaunchedTask hello = ((OfferOperation.Launch) operations.get(6)).tasks().get(0);
        assertThat(hello.name()).isEqualTo("hello");
        assertThat(hello.taskId()).isEqualTo(new TaskId("t-1"));
        assertThat(hello.agentId()).isEqualTo(new AgentId("a-1"));
        assertThat(hello.resources()).isEqualTo(Resources.parse("cpus(eng):0.1"));
        assertThat(hello.labels()).containsExactly(Label.of("tier", "front"), Label.of("plain"));
        assertThat(hello.killGrace()).contains(Duration.ofSeconds(7));
        assertThat(hello.namedPorts()).containsExactly(Map.entry("http", 31001));
        assertThat(hello.executor()).isEmpty();
        CommandLine command = hello.command().orElseThrow();
        assertThat(command.shell()).isFalse();
        assertThat(command.words()).containsExactly("/bin/echo", "a", "b");
        assertThat(command.environment()).containsExactly(Map.entry("GREETING", "hi"));
        OfferOperation.LaunchGroup group = (OfferOperation.LaunchGroup) operations.get(7);
        assertThat(group.executor().message("executor_id").text("value")).isEqualTo("e-1");
        assertThat(group.tasks().get(0).command().orElseThrow().words()).containsExactly("sleep 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                              | $.type",
                "{'type':'DANCE'}                                                | $.type",
                "{'type':'RESERVE'}                                              | $.reserve",
                "{'type':'RESERVE','reserve':{}}                                 | $.reserve.resources",
                "{'type':'RESERVE','reserve':{'resources':[{'name':'cpus','type':'SCALAR'}]}} | $.reserve.resources[0]",
                "{'type':'RESERVE','reserve':{'resources':[{'name':'cpus','type':'SCALAR','scalar':{'value':'NaN'}}]}}"
                        + " | $.reserve.resources[0].scalar.value",
                "{'type':'CREATE','create':{'volumes':[{'name':'cpus','type':'SCALAR','scalar':{'value':1}}]}}"
                        + " | $.create.volumes"
            })
    void an_operation_that_makes_no_sense_is_told_where(String json, String path) {
        assertThatThrownBy(() -> OperationForms.operation(parsed("mesos.v1.Offer.Operation", json.replace('\'', '"'))))
                .isInstanceOfSatisfying(
                        MesosJsonException.class, e -> assertThat(e.path()).isEqualTo(path));
    }

    @Test
    void filters_that_say_nothing_are_the_usual_ones() {
        assertThat(FilterForms.filters(parsed("mesos.v1.scheduler.Call.Decline", "{}")))
                .isEqualTo(Filters.unspecified());
        assertThat(FilterForms.filters(parsed("mesos.v1.scheduler.Call.Decline", "{\"filters\":{}}")))
                .isEqualTo(Filters.unspecified());
    }

    @Test
    void a_secret_in_the_environment_is_refused() {
        LaunchedTask task = new LaunchedTask(parsed("mesos.v1.TaskInfo", """
                {"name": "a", "task_id": {"value": "t"}, "agent_id": {"value": "a"},
                 "command": {"environment": {"variables": [{"name": "A", "type": "SECRET"}]}}}"""));
        assertThatThrownBy(task::command).hasMessageContaining("$.command.environment.variables[0].value");
    }

    @Test
    void quotas_and_weights_come_and_go() {
        Message config = operatorCall("update-quota.json")
                .message("update_quota")
                .messages("quota_configs")
                .get(0);
        RoleQuota quota = QuotaForms.config(config);
        assertThat(quota.role()).isEqualTo(Role.of("eng"));
        assertThat(quota.quota().guarantees()).isEqualTo(ResourceQuantities.parse("cpus:1.5"));
        assertThat(quota.quota().limits()).isEqualTo(ResourceLimits.parse("cpus:2;gpus:0"));
        assertThat(QuotaForms.tree(quota)).isEqualTo(config.tree());
        RoleQuota older = QuotaForms.request(parsed("mesos.v1.quota.QuotaRequest", """
                {"role": "eng", "guarantee": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 2}}]}"""));
        assertThat(older.quota().limits()).isEqualTo(ResourceLimits.parse("cpus:2"));

        Message update = operatorCall("update-weights.json").message("update_weights");
        List<RoleWeight> weights = QuotaForms.weights(update, "weight_infos");
        assertThat(weights).containsExactly(new RoleWeight(Role.of("eng"), 2.5));
        assertThat(QuotaForms.weights(weights)).isEqualTo(update.tree().get("weight_infos"));
        assertThatThrownBy(() -> QuotaForms.weights(
                        parsed(
                                "mesos.v1.master.Call.UpdateWeights",
                                "{\"weight_infos\":[{\"role\":\"a\",\"weight\":0}]}"),
                        "weight_infos"))
                .hasMessageContaining("$.weight_infos[0].weight");
    }

    @Test
    void maintenance_comes_and_goes() {
        Message schedule = operatorCall("update-maintenance-schedule.json")
                .message("update_maintenance_schedule")
                .message("schedule");
        List<MaintenanceWindow> windows = MaintenanceForms.schedule(schedule);
        assertThat(windows.get(0).machines())
                .containsExactly(new MachineId(Optional.of("h1"), Optional.of("10.0.0.1")), MachineId.named("H2"));
        assertThat(windows.get(0).unavailability().duration()).contains(Duration.ofMinutes(1));
        assertThat(MaintenanceForms.tree(windows)).isEqualTo(schedule.tree());
        assertThatThrownBy(() -> MaintenanceForms.machines(
                        parsed("mesos.v1.master.Call.StartMaintenance", "{\"machines\":[{}]}"), "machines"))
                .hasMessageContaining("$.machines[0]");
        ObjectNode status = MaintenanceForms.tree(new InverseOfferStatus(
                InverseOfferStatus.Answer.ACCEPT, new FrameworkId("f"), Instant.ofEpochSecond(1)));
        assertThat(rewritten("mesos.v1.allocator.InverseOfferStatus", status).tree())
                .isEqualTo(status);
    }

    @Test
    void agents_come_and_go() {
        AgentInfo agent = new AgentInfo(
                new AgentId("a-1"),
                "h1",
                Attribute.parseAll("rack:abc;cores:8;slots:[1-3]"),
                Optional.of(new Domain("eu", "eu-1")));
        ObjectNode tree = AgentForms.tree(agent, Resources.parse("cpus:4;mem(eng):1024"), 5051);
        Message again = rewritten("mesos.v1.AgentInfo", tree);
        assertThat(AgentForms.agent(again)).isEqualTo(agent);
        assertThat(again.resources("resources")).isEqualTo(Resources.parse("cpus:4;mem(eng):1024"));
        assertThat(AgentForms.capabilities(AgentCapability.all())).hasSize(8);
    }

    @Test
    void a_length_beyond_all_bounds_is_refused_and_a_long_one_cut() {
        Message drain = parsed("mesos.v1.master.Call.DrainAgent", """
                {"agent_id": {"value": "a"},
                 "max_grace_period": {"seconds": 9223372036854775807, "nanos": 2147483647}}""");
        assertThatThrownBy(() -> TimeForms.seconds(drain, "max_grace_period"))
                .hasMessageContaining("$.max_grace_period");
        assertThat(TimeForms.tree(Duration.ofSeconds(Long.MAX_VALUE))
                        .get("nanoseconds")
                        .longValue())
                .isPositive();
    }
}
