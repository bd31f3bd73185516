package io.tender.mesos;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import io.tender.mesos.protobuf.MessageType;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.model.Value;
import io.tender.model.service.OfferId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Documents as they go over the wire, read and written in both forms, and built from the domain. */
class GoldenMessagesTest {
    private static final FrameworkId SHOP = new FrameworkId("shop-1");
    private static final Unavailability WINDOW =
            new Unavailability(Instant.ofEpochSecond(1_700_000_000), Optional.of(Duration.ofHours(1)));

    @ParameterizedTest
    @CsvSource({
        "subscribe.json, mesos.v1.scheduler.Call",
        "accept.json, mesos.v1.scheduler.Call",
        "decline.json, mesos.v1.scheduler.Call",
        "acknowledge.json, mesos.v1.scheduler.Call",
        "reconcile.json, mesos.v1.scheduler.Call",
        "subscribed.json, mesos.v1.scheduler.Event",
        "offers.json, mesos.v1.scheduler.Event",
        "inverse-offers.json, mesos.v1.scheduler.Event",
        "update.json, mesos.v1.scheduler.Event",
        "update-quota.json, mesos.v1.master.Call",
        "update-weights.json, mesos.v1.master.Call",
        "update-maintenance-schedule.json, mesos.v1.master.Call"
    })
    void a_document_is_the_same_after_a_way_through_both_forms(String file, String message) throws Exception {
        MessageType type = MesosSchema.message(message);
        ObjectNode tree = read(type, file);
        byte[] bytes = Media.PROTOBUF.write(type, tree);
        assertThat(Media.PROTOBUF.read(type, bytes)).isEqualTo(tree);
        assertThat(json(type, tree)).isEqualTo(Golden.compact(file));
        DynamicMessage theirs = DynamicMessage.parseFrom(MesosClasses.of(type), bytes);
        assertThat(theirs.getUnknownFields().asMap()).isEmpty();
        assertThat(Media.PROTOBUF.read(type, theirs.toByteArray())).isEqualTo(tree);
    }

    static ObjectNode read(MessageType type, String file) {
        return Media.JSON.read(type, Golden.text(file).getBytes(StandardCharsets.UTF_8));
    }

    private static String json(MessageType type, ObjectNode tree) {
        return new String(Media.JSON.write(type, tree), StandardCharsets.UTF_8);
    }

    private static void assertEvent(ObjectNode event, String file) {
        assertThat(json(MesosSchema.SCHEDULER_EVENT, event)).isEqualTo(Golden.compact(file));
        assertThat(Media.PROTOBUF.read(
                        MesosSchema.SCHEDULER_EVENT, Media.PROTOBUF.write(MesosSchema.SCHEDULER_EVENT, event)))
                .isEqualTo(read(MesosSchema.SCHEDULER_EVENT, file));
    }

    @Test
    void a_framework_learns_its_id_and_its_master() {
        ObjectNode master = JsonNodeFactory.instance.objectNode();
        master.put("id", "m-1").put("ip", 16_777_343).put("port", 5050).put("hostname", "localhost");
        master.put("version", "1.11.0");
        assertEvent(SchedulerEvents.subscribed(SHOP, Duration.ofSeconds(15), master), "subscribed.json");
    }

    @Test
    void offers_carry_all_that_is_known_of_the_agent() {
        AgentInfo agent = new AgentInfo(
                new AgentId("a-1"),
                "h1",
                List.of(
                        Attribute.text("rack", "r1"),
                        new Attribute("level", new Value.Scalar(3250)),
                        new Attribute("slots", Value.Ranges.of(1, 3)),
                        new Attribute("kinds", Value.Items.of("ssd", "hdd"))),
                Optional.of(new Domain("eu", "eu-1")));
        Resources resources = ResourceJson.parseJson("""
                [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 1.5},
                  "reservations": [{"type": "DYNAMIC", "role": "eng", "principal": "ops"}]},
                 {"name": "ports", "type": "RANGES", "ranges": {"range": [{"begin": 31000, "end": 32000}]}}]""").allocate(Role.of("eng"));
        ObjectNode offer = OfferForms.offer(
                new OfferId("o-1"),
                SHOP,
                agent,
                Optional.of(Role.of("eng")),
                resources,
                Optional.of(WINDOW),
                ReservationForm.STACK);
        assertEvent(SchedulerEvents.offers(List.of(offer)), "offers.json");
    }

    @Test
    void a_framework_of_one_role_sees_nothing_of_allocation() {
        ObjectNode offer = OfferForms.offer(
                new OfferId("o-1"),
                SHOP,
                new AgentInfo(new AgentId("a-1"), "h1", List.of(), Optional.empty()),
                Optional.empty(),
                Resources.parse("cpus:1").allocate(Role.of("eng")),
                Optional.empty(),
                ReservationForm.ROLE);
        assertThat(offer.toString()).doesNotContain("allocation_info").contains("\"role\":\"*\"");
    }

    @Test
    void an_inverse_offer_names_the_time_it_asks_for() {
        ObjectNode offer = OfferForms.inverseOffer(
                new OfferId("i-1"),
                SHOP,
                new AgentId("a-1"),
                new UnavailableResources(Resources.empty(), new Unavailability(WINDOW.start(), Optional.empty())),
                ReservationForm.STACK);
        assertEvent(SchedulerEvents.inverseOffers(List.of(offer)), "inverse-offers.json");
    }

    @Test
    void older_frameworks_see_a_role_instead_of_a_stack() {
        Resources resources = ResourceJson.parseJson("""
                [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 1},
                  "reservations": [{"type": "DYNAMIC", "role": "eng", "principal": "ops"}]},
                 {"name": "mem", "type": "SCALAR", "scalar": {"value": 2}, "role": "eng"},
                 {"name": "disk", "type": "SCALAR", "scalar": {"value": 3}}]""");
        String older = ResourceForms.tree(resources, ReservationForm.ROLE).toString();
        assertThat(older)
                .doesNotContain("reservations")
                .contains("\"role\":\"eng\",\"reservation\":{\"principal\":\"ops\"}")
                .contains("\"scalar\":{\"value\":3},\"role\":\"*\"");
        assertThat(ResourceJson.parseJson(older)).isEqualTo(resources);
    }

    @Test
    void small_events_are_messages_too() {
        for (ObjectNode event : List.of(
                SchedulerEvents.heartbeat(),
                SchedulerEvents.error("go away"),
                SchedulerEvents.rescind(new OfferId("o-1")),
                SchedulerEvents.rescindInverseOffer(new OfferId("i-1")),
                SchedulerEvents.failure(new AgentId("a-1")),
                SchedulerEvents.failure(new AgentId("a-1"), "e-1", OptionalInt.of(1)),
                SchedulerEvents.message(new AgentId("a-1"), "e-1", "AAEC"))) {
            byte[] bytes = Media.PROTOBUF.write(MesosSchema.SCHEDULER_EVENT, event);
            assertThat(Media.PROTOBUF.read(MesosSchema.SCHEDULER_EVENT, bytes)).isEqualTo(event);
        }
    }
}
