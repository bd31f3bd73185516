package io.tender.daemon.fuzz;

import java.util.List;

/** What there really is in the daemon, so that many requests get past the first check. */
record Words(
        String framework,
        String streamId,
        List<String> offers,
        List<String> agents,
        List<String> hosts,
        List<String> tasks,
        List<String> roles) {
    Words {
        offers = List.copyOf(offers);
        agents = List.copyOf(agents);
        hosts = List.copyOf(hosts);
        tasks = List.copyOf(tasks);
        roles = List.copyOf(roles);
    }

    private static String some(Dice dice, List<String> of) {
        return of.isEmpty() || dice.chance(5) ? "nobody" : dice.one(of);
    }

    /** A value for the id of that kind. */
    String id(Dice dice, String type) {
        return switch (type) {
            case "FrameworkID" -> framework;
            case "OfferID" -> some(dice, offers);
            case "AgentID" -> some(dice, agents);
            case "TaskID" -> dice.chance(50) ? some(dice, tasks) : "t-" + dice.below(20);
            default -> "id-" + dice.below(5);
        };
    }

    /** A string that could stand in a field of that name. */
    String text(Dice dice, String field) {
        return switch (field) {
            case "role", "roles", "suppressed_roles", "sub_roles" -> dice.one(roles);
            case "hostname" -> some(dice, hosts);
            case "name" -> dice.one(List.of("cpus", "mem", "disk", "ports", "gpus", "some"));
            case "principal" -> "somebody";
            case "value" -> dice.one(List.of("sleep 1", "a", "7"));
            case "container_path" -> "data";
            default -> "word";
        };
    }
}
