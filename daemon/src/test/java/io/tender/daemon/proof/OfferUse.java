package io.tender.daemon.proof;

import io.tender.daemon.HttpFramework;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** What a framework makes of its offers: tasks, reservations, volumes, or nothing. */
final class OfferUse {
    private static final int MOST_HELD = 4;

    /** How much is reserved at a time, in MB. */
    private static final double DISK = 8;

    private final String role;
    private final SplittableRandom random;
    private final TaskPrograms programs;
    private final Consumer<ProofTask> launched;

    /** Reservations and volumes, by agent and number. */
    private final Ledger holdings = new Ledger("what is reserved");

    private boolean calm;
    private int numbers;

    /** @param launched told of each task before anybody else is */
    OfferUse(String role, SplittableRandom random, TaskPrograms programs, Consumer<ProofTask> launched) {
        this.role = role;
        this.random = random;
        this.programs = programs;
        this.launched = launched;
    }

    /** Whether nobody takes offers back, so that what is accepted is certain to be carried out. */
    void setCalm(boolean is) {
        calm = is;
    }

    Ledger holdings() {
        return holdings;
    }

    /** @param mayLaunch whether there are not too many tasks already */
    void answer(HttpFramework framework, JsonNode offer, boolean mayLaunch) throws IOException, InterruptedException {
        String agent = offer.at("/agent_id/value").asString();
        Map<String, Double> free = new HashMap<>();
        List<JsonNode> mine = new ArrayList<>();
        for (JsonNode resource : offer.path("resources")) {
            if (resource.path("reservations").isEmpty()) {
                free.merge(
                        resource.path("name").asString(),
                        resource.at("/scalar/value").asDouble(0),
                        Double::sum);
            } else {
                mine.add(resource);
            }
        }
        int choice = random.nextInt(10);
        if (agent.equals(OperatorLoad.QUIET_AGENT)) {
            decline(framework, offer);
        } else if (choice < 5 && mayLaunch && has(free, "cpus", 0.3) && has(free, "mem", 96)) {
            launch(framework, offer, agent);
        } else if (choice < 7 && holdings.present().size() < MOST_HELD && has(free, "disk", DISK)) {
            reserve(framework, offer, agent);
        } else if (choice < 9 && !mine.isEmpty()) {
            changeHolding(framework, offer, agent, mine.get(random.nextInt(mine.size())));
        } else {
            decline(framework, offer);
        }
    }

    private static void decline(HttpFramework framework, JsonNode offer) throws IOException, InterruptedException {
        framework.call("DECLINE", """
                "decline": {"offer_ids": [{"value": "%s"}], "filters": {"refuse_seconds": 0.05}}
                """.formatted(offer.at("/id/value").asString()));
    }

    private static boolean has(Map<String, Double> free, String name, double amount) {
        return free.getOrDefault(name, 0.0) >= amount;
    }

    private void launch(HttpFramework framework, JsonNode offer, String agent)
            throws IOException, InterruptedException {
        List<ProofTask> some = new ArrayList<>();
        List<String> described = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            ProofTask task = new ProofTask(role + "-" + numbers++, agent);
            some.add(task);
            launched.accept(task);
            described.add(programs.task(task.id, agent, role, random));
        }
        boolean done = accept(
                framework,
                offer,
                "{\"type\": \"LAUNCH\", \"launch\": {\"task_infos\": [" + String.join(",", described) + "]}}");
        some.forEach(task -> task.promised = done && calm);
    }

    /** Whether it was acknowledged. */
    private static boolean accept(HttpFramework framework, JsonNode offer, String operation)
            throws IOException, InterruptedException {
        return framework.call("ACCEPT", """
                "accept": {"offer_ids": [{"value": "%s"}], "operations": [%s], "filters": {"refuse_seconds": 0.05}}
                """.formatted(offer.at("/id/value").asString(), operation)) == 202;
    }

    private void reserve(HttpFramework framework, JsonNode offer, String agent)
            throws IOException, InterruptedException {
        String number = Integer.toString(numbers++);
        hold(
                framework,
                offer,
                agent + "/" + number,
                Holding.RESERVED,
                "RESERVE",
                "reserve",
                "resources",
                disk(number, ""));
    }

    /** A reservation is given back or becomes a volume; a volume becomes a reservation. */
    private void changeHolding(HttpFramework framework, JsonNode offer, String agent, JsonNode resource)
            throws IOException, InterruptedException {
        String number = Holding.number(resource);
        String name = agent + "/" + number;
        if (!holdings.isCertain(name)) {
            decline(framework, offer);
            return;
        }
        String volume = disk(number, """
                , "disk": {"persistence": {"id": "v%s"}, "volume": {"mode": "RW", "container_path": "data"}}
                """.formatted(number));
        if (Holding.isVolume(resource)) {
            hold(framework, offer, name, Holding.RESERVED, "DESTROY", "destroy", "volumes", volume);
        } else if (random.nextBoolean()) {
            hold(framework, offer, name, Holding.VOLUME, "CREATE", "create", "volumes", volume);
        } else {
            hold(framework, offer, name, Ledger.NOTHING, "UNRESERVE", "unreserve", "resources", disk(number, ""));
        }
    }

    private String disk(String number, String more) {
        return """
                {"name": "disk", "type": "SCALAR", "scalar": {"value": %s}, "allocation_info": {"role": "%s"},
                 "reservations": [{"type": "DYNAMIC", "role": "%s",
                                   "labels": {"labels": [{"key": "number", "value": "%s"}]}}] %s}
                """.formatted(DISK, role, role, number, more);
    }

    private void hold(
            HttpFramework framework,
            JsonNode offer,
            String name,
            String becomes,
            String type,
            String field,
            String list,
            String resource)
            throws IOException, InterruptedException {
        holdings.attempt(name, becomes);
        boolean done = accept(
                framework, offer, "{\"type\": \"%s\", \"%s\": {\"%s\": [%s]}}".formatted(type, field, list, resource));
        if (done && calm) {
            holdings.acknowledged(name, becomes);
        }
    }
}
