package io.tender.daemon.http.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.EventReader;
import io.tender.daemon.http.SchedulerClient;
import io.tender.daemon.http.ServedMaster;
import io.tender.mesos.Media;
import io.tender.model.Attribute;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Which agents a framework wants to hear of, over the wire: in SUBSCRIBE, in UPDATE_FRAMEWORK, and what operators see of it. */
class OfferConstraintsTest {
    private static final String PAGE = "/allocator/offer_constraints_debug";

    private final ServedMaster master = new ServedMaster();

    @AfterEach
    void close() {
        master.close();
    }

    private static String constraints(String role, String predicate) {
        return "'offer_constraints': {'role_constraints': {'" + role + "': {'groups': [{'attribute_constraints': ["
                + "{'selector': {'attribute_name': 'rack'}, 'predicate': " + predicate + "}]}]}}}";
    }

    private void agent(String name, String rack) {
        master.cluster.add(name, "cpus:4;mem:1024", List.of(Attribute.text("rack", rack)));
    }

    private static ServedMaster.Reply update(SchedulerClient framework, String more) {
        return framework.call(
                "UPDATE_FRAMEWORK",
                "'update_framework': {'framework_info': {'id': {'value': '" + framework.id
                        + "'}, 'user': 'root', 'name': 'test', 'roles': ['eng'], 'failover_timeout': 3600,"
                        + " 'capabilities': [{'type': 'MULTI_ROLE'}, {'type': 'PARTITION_AWARE'},"
                        + " {'type': 'RESERVATION_REFINEMENT'}]}, " + more + "}");
    }

    private static String agentOf(JsonNode offer) {
        return offer.at("/agent_id/value").stringValue();
    }

    private JsonNode page(String framework) {
        ServedMaster.Reply reply = master.send(master.request(PAGE).GET().build());
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().path("frameworks").path(framework);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    @ParameterizedTest
    @EnumSource(Media.class)
    void only_agents_that_hold_are_offered_and_others_once_the_framework_says_so(Media media) {
        agent("a", "r1");
        agent("b", "r2");
        String first = constraints("eng", "{'text_equals': {'value': 'r1'}}");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, media, first)) {
            assertThat(agentOf(framework.offer())).isEqualTo("a");
            assertThat(texts(page(framework.id).at("/excluded_by_attribute_constraints/eng")))
                    .containsExactly("b");

            assertThat(update(framework, constraints("eng", "{'text_matches': {'regex': 'r[2-9]'}}"))
                            .status())
                    .isEqualTo(200);
            assertThat(agentOf(framework.offer())).isEqualTo("b");
            assertThat(texts(page(framework.id).at("/excluded_by_attribute_constraints/eng")))
                    .containsExactly("a");
            assertThat(master.ask("{'type': 'GET_FRAMEWORKS'}")
                            .at("/get_frameworks/frameworks/0/offer_constraints/role_constraints/eng/groups/0"
                                    + "/attribute_constraints/0/predicate/text_matches/regex")
                            .stringValue())
                    .isEqualTo("r[2-9]");
        }
    }

    @Test
    void who_excludes_nobody_is_on_the_page_with_the_roles_it_suppresses() {
        agent("a", "r1");
        try (SchedulerClient framework = SchedulerClient.subscribe(master, Media.JSON, "'suppressed_roles': ['eng']")) {
            JsonNode told = page(framework.id);
            assertThat(texts(told.path("suppressed_roles"))).containsExactly("eng");
            assertThat(told.at("/excluded_by_attribute_constraints/eng").isArray())
                    .isTrue();
            assertThat(told.at("/excluded_by_attribute_constraints/eng")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eng   | {'text_matches': {'regex': '(r'}}             | malformed",
                "eng   | {'text_matches': {'regex': '(a{90}b{90}){9}'}} | too large",
                "eng   | {}                                            | exactly one",
                "other | {'exists': {}}                                | does not subscribe"
            })
    void constraints_that_cannot_be_kept_are_refused_and_change_nothing(String role, String predicate, String why) {
        agent("a", "r1");
        String wrong = constraints(role, predicate);
        try (EventReader refused = master.stream(ServedMaster.SCHEDULER, SchedulerClient.subscription("", wrong))) {
            assertThat(refused.await("ERROR").at("/error/message").stringValue())
                    .contains(why);
            assertThat(refused.rest()).isEmpty();
        }
        try (SchedulerClient framework =
                SchedulerClient.subscribe(master, Media.JSON, constraints("eng", "{'not_exists': {}}"))) {
            ServedMaster.Reply reply = update(framework, wrong);
            assertThat(reply.status()).as(reply.text()).isEqualTo(400);
            assertThat(reply.text()).contains(why);
            assertThat(texts(page(framework.id).at("/excluded_by_attribute_constraints/eng")))
                    .as("as before")
                    .containsExactly("a");
        }
    }

    @Test
    void the_page_is_only_read() {
        HttpRequest written = master.request(PAGE)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(master.send(written).status()).isIn(404, 405);
    }
}
