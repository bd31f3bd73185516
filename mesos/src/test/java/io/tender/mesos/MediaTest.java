package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** What the two forms accept, refuse and say about it. */
class MediaTest {
    private static ObjectNode call(String json) {
        return Media.JSON.read(
                MesosSchema.SCHEDULER_CALL, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void what_is_unknown_or_null_is_not_there() {
        assertThat(call("{'type':'TEARDOWN','colour':{'a':[1,{'b':2}]},'accept':null,'framework_id':{'value':'f'}}"))
                .isEqualTo(call("{'type':'TEARDOWN','framework_id':{'value':'f'}}"));
        assertThat(call("{'revive':{'roles':['a',null]}}")).isEqualTo(call("{'revive':{'roles':['a']}}"));
        assertThat(call("{'revive':{'roles':[]}}")).isEqualTo(call("{'revive':{}}"));
    }

    @Test
    void a_single_value_may_stand_for_an_array_of_one() {
        assertThat(call("{'decline':{'offer_ids':{'value':'o'}}}"))
                .isEqualTo(call("{'decline':{'offer_ids':[{'value':'o'}]}}"));
    }

    @Test
    void a_constant_of_a_newer_client_is_unknown() {
        assertThat(call("{'type':'DANCE'}").get("type").stringValue()).isEqualTo("UNKNOWN");
    }

    @Test
    void numbers_may_be_whole_in_any_spelling() {
        for (String number : new String[] {"7", "7.0", "'7'", "70e-1"}) {
            assertThat(call("{'kill':{'task_id':{'value':'t'},'kill_policy':{'grace_period':{'nanoseconds':" + number
                            + "}}}}"))
                    .isEqualTo(call(
                            "{'kill':{'task_id':{'value':'t'},'kill_policy':{'grace_period':{'nanoseconds':7}}}}"));
        }
    }

    @Test
    void the_largest_numbers_survive() {
        ObjectNode tree = call("{'request':{'requests':[{'resources':[{'name':'a','type':'RANGES','ranges':"
                + "{'range':[{'begin':9223372036854775808,'end':18446744073709551615}]}}]}]}}");
        byte[] bytes = Media.PROTOBUF.write(MesosSchema.SCHEDULER_CALL, tree);
        assertThat(Media.PROTOBUF.read(MesosSchema.SCHEDULER_CALL, bytes)).isEqualTo(tree);
        assertThat(new String(Media.JSON.write(MesosSchema.SCHEDULER_CALL, tree), StandardCharsets.UTF_8))
                .contains("18446744073709551615");
    }

    @Test
    void numbers_that_json_has_no_sign_for_are_strings() {
        ObjectNode tree = call("{'decline':{'filters':{'refuse_seconds':'Infinity'}}}");
        assertThat(tree.at("/decline/filters/refuse_seconds").doubleValue()).isInfinite();
        assertThat(Media.JSON.read(MesosSchema.SCHEDULER_CALL, Media.JSON.write(MesosSchema.SCHEDULER_CALL, tree)))
                .isEqualTo(tree);
    }

    @Test
    void defaults_are_said_aloud_in_json_as_mesos_does() {
        assertThat(new String(
                        Media.JSON.write(MesosSchema.SCHEDULER_CALL, call("{'decline':{'filters':{}}}")),
                        StandardCharsets.UTF_8))
                .isEqualTo("{\"decline\":{\"filters\":{\"refuse_seconds\":5.0}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MALFORMED                            | Failed to parse body into JSON: JSON line 1, column 1",
                "{'type':'REVIVE'} x                  | Failed to parse body into JSON: JSON line 1",
                "{'type':                             | Failed to parse body into JSON: JSON line 1",
                "[]                                   | Failed to convert JSON into Call protobuf: JSON line 1, column 1, at $",
                "{'type':7}                           | Failed to convert JSON into Call protobuf: JSON line 1, column 9, at $.type",
                "{'type':'KILL','type':'KILL'}        | Failed to convert JSON into Call protobuf: JSON line 1, column 16, at $.type",
                "{'revive':[]}                        | at $.revive",
                "{'revive':{'roles':[{}]}}            | at $.revive.roles[0]",
                "{'revive':{'roles':'a'},'accept':{'offer_ids':[{}]}} | Call.accept.offer_ids[0].value is missing.",
                "{'subscribe':{}}                     | Call.subscribe.framework_info is missing.",
                "{'acknowledge':{'uuid':'*'}}         | at $.acknowledge.uuid",
                "{'subscribe':{'framework_info':{'checkpoint':1}}} | at $.subscribe.framework_info.checkpoint",
                "{'subscribe':{'framework_info':{'failover_timeout':'5'}}} | at $.subscribe.framework_info.failover_timeout",
                "{'kill':{'kill_policy':{'grace_period':{'nanoseconds':0.5}}}} | at $.kill.kill_policy.grace_period.nanoseconds",
                "{'kill':{'kill_policy':{'grace_period':{'nanoseconds':1e99999999}}}} | at $.kill.kill_policy.grace_period",
                "{'kill':{'kill_policy':{'grace_period':{'nanoseconds':9223372036854775808}}}} | at $.kill.kill_policy.grace_period",
                "{'request':{'requests':[{'resources':[{'type':'CUBE'}]}]}} | at $.request.requests[0].resources[0].type",
                "{'subscribe':{'offer_constraints':{'role_constraints':{'a':{'groups':[{'attribute_constraints':[{'selector':"
                        + "{'attribute_name':'a','pseudoattribute_type':'ZONE'}}]}]}}}}} | pseudoattribute_type"
            })
    void json_that_says_something_else_is_refused_with_the_place(String json, String message) {
        assertThatThrownBy(() -> call(json))
                .isInstanceOf(UnreadableMessage.class)
                .hasMessageContaining(message)
                .hasMessageContaining("got:")
                .hasMessageContaining("expected:");
    }

    @Test
    void deep_json_is_refused() {
        String deep = "{\"a\":".repeat(100_000);
        assertThatThrownBy(() -> Media.JSON.read(MesosSchema.SCHEDULER_CALL, deep.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UnreadableMessage.class);
        String parents = "{'update':{'status':{'container_status':{'container_id':" + "{'parent':".repeat(400) + "{}"
                + "}".repeat(405);
        assertThatThrownBy(() -> Media.JSON.read(
                        MesosSchema.SCHEDULER_EVENT, parents.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UnreadableMessage.class);
    }

    @Test
    void a_slip_of_the_pen_in_a_tree_reaches_nobody() {
        for (Media media : Media.values()) {
            ObjectNode tree = SchedulerEvents.heartbeat().put("colour", "red");
            assertThatThrownBy(() -> media.write(MesosSchema.SCHEDULER_EVENT, tree))
                    .as(media.name().toLowerCase(Locale.ROOT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("colour");
            ObjectNode bare = SchedulerEvents.heartbeat();
            bare.putObject("error");
            assertThatThrownBy(() -> media.write(MesosSchema.SCHEDULER_EVENT, bare))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("message");
        }
    }
}
