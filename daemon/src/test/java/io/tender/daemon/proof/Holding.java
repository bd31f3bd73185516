package io.tender.daemon.proof;

import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Reservations and volumes as agents show them: each has a number of its own in a label. */
final class Holding {
    static final String RESERVED = "reserved";
    static final String VOLUME = "volume";

    private Holding() {}

    /** The number of a reservation; empty if it is none of ours. */
    static String number(JsonNode resource) {
        return resource.at("/reservations/0/labels/labels/0/value").asString("");
    }

    static boolean isVolume(JsonNode resource) {
        return !resource.at("/disk/persistence").isMissingNode();
    }

    /** What agents hold for a role, by agent and number. */
    static SortedMap<String, String> of(String role, JsonNode agents) {
        TreeMap<String, String> found = new TreeMap<>();
        for (JsonNode agent : agents.path("agents")) {
            for (JsonNode resource : agent.path("total_resources")) {
                if (resource.at("/reservations/0/role").asString("").equals(role)) {
                    found.put(
                            agent.at("/agent_info/id/value").asString() + "/" + number(resource),
                            isVolume(resource) ? VOLUME : RESERVED);
                }
            }
        }
        return found;
    }
}
