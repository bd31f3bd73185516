package io.tender.examples.framework;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A framework that has many short tasks to run: it takes of each offer what it can use, gives back the rest, and begins the
 * next task when one has ended.
 *
 * <pre>{@code ShortTasks --server http://127.0.0.1:5050 --tasks 100 --at-once 8 --command 'echo $RANDOM; sleep 1'}</pre>
 */
public final class ShortTasks {
    private static final double REFUSE_SECONDS = 1;
    private static final double REFUSE_SECONDS_OF_UNSUITABLE = 600;
    private static final Set<String> STILL_THERE =
            Set.of("TASK_STAGING", "TASK_STARTING", "TASK_RUNNING", "TASK_KILLING", "TASK_UNREACHABLE");

    private final Map<String, String> options;
    private final SchedulerConnection master;
    private final Set<String> alive = new HashSet<>();
    private long launched;
    private long finished;
    private long failed;
    private volatile boolean over;

    private ShortTasks(Map<String, String> options, SchedulerConnection master) {
        this.options = options;
        this.master = master;
    }

    private int number(String option) {
        return Integer.parseInt(options.getOrDefault(option, ""));
    }

    private double amount(String name) {
        return Double.parseDouble(options.getOrDefault("--" + name, ""));
    }

    private String role() {
        return options.getOrDefault("--role", "");
    }

    private static ObjectNode object() {
        return SchedulerConnection.JSON.createObjectNode();
    }

    /** The whole of a framework: what to do about each event. */
    private void heard(JsonNode event) {
        try {
            switch (event.path("type").asString()) {
                case "SUBSCRIBED" -> System.out.println("subscribed as " + master.frameworkId());
                case "OFFERS" -> {
                    for (JsonNode offer : event.at("/offers/offers")) {
                        answer(offer);
                    }
                }
                case "UPDATE" -> updated(event.at("/update/status"));
                case "ERROR" ->
                    throw new IOException(
                            "The master said: " + event.at("/error/message").asString());
                default -> {
                    // HEARTBEAT, RESCIND and whatever a master may say one day: nothing to do about them here.
                }
            }
        } catch (IOException broken) {
            throw new IllegalStateException(broken.getMessage(), broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped", stopped);
        }
    }

    private void answer(JsonNode offer) throws IOException, InterruptedException {
        long wanted = Math.min(number("--at-once") - alive.size(), number("--tasks") - launched);
        long fitting = (long) Math.min(offered(offer, "cpus") / amount("cpus"), offered(offer, "mem") / amount("mem"));
        ArrayNode offers = SchedulerConnection.JSON.createArrayNode();
        offers.add(offer.path("id"));
        boolean suits = suits(offer);
        ObjectNode body = object();
        body.set("offer_ids", offers);
        body.putObject("filters").put("refuse_seconds", suits ? REFUSE_SECONDS : REFUSE_SECONDS_OF_UNSUITABLE);
        if (!suits || Math.min(wanted, fitting) < 1) {
            master.call("DECLINE", "decline", body);
            return;
        }
        ObjectNode launch = body.putArray("operations").addObject().put("type", "LAUNCH");
        ArrayNode tasks = launch.putObject("launch").putArray("task_infos");
        for (long i = 0; i < Math.min(wanted, fitting); i++) {
            tasks.add(task(offer.path("agent_id")));
        }
        master.call("ACCEPT", "accept", body);
    }

    /** Whether the agent has the attribute that is asked for, if one is. */
    private boolean suits(JsonNode offer) {
        String where = options.getOrDefault("--where", "");
        for (JsonNode attribute : offer.path("attributes")) {
            String value = attribute.at("/text/value").asString("");
            if (where.equals(attribute.path("name").asString() + "=" + value)) {
                return true;
            }
        }
        return where.isEmpty();
    }

    private static double offered(JsonNode offer, String name) {
        double amount = 0;
        for (JsonNode resource : offer.path("resources")) {
            if (resource.path("name").asString().equals(name)) {
                amount += resource.at("/scalar/value").asDouble(0);
            }
        }
        return amount;
    }

    private ObjectNode task(JsonNode agent) {
        String id = "short-" + ++launched;
        alive.add(id);
        ObjectNode task = object().put("name", "short");
        task.putObject("task_id").put("value", id);
        task.set("agent_id", agent);
        task.putObject("command").put("value", options.getOrDefault("--command", ""));
        ArrayNode resources = task.putArray("resources");
        for (String name : List.of("cpus", "mem")) {
            ObjectNode resource = resources.addObject().put("name", name).put("type", "SCALAR");
            resource.putObject("scalar").put("value", amount(name));
            resource.putObject("allocation_info").put("role", role());
        }
        return task;
    }

    private void updated(JsonNode status) throws IOException, InterruptedException {
        // Whatever is not acknowledged is said again.
        if (status.has("uuid")) {
            ObjectNode acknowledge = object();
            acknowledge.set("agent_id", status.path("agent_id"));
            acknowledge.set("task_id", status.path("task_id"));
            acknowledge.set("uuid", status.path("uuid"));
            master.call("ACKNOWLEDGE", "acknowledge", acknowledge);
        }
        String state = status.path("state").asString();
        if (STILL_THERE.contains(state)
                || !alive.remove(status.at("/task_id/value").asString())) {
            return;
        }
        if (state.equals("TASK_FINISHED")) {
            finished++;
        } else {
            failed++;
            System.out.println(status.at("/task_id/value").asString() + " ended as " + state + ": "
                    + status.path("message").asString(""));
        }
        if (finished + failed >= number("--tasks")) {
            System.out.println(finished + " tasks finished, " + failed + " did not");
            master.call("TEARDOWN", "", object());
        }
    }

    /** Asked to end, a framework that will not come back says so, lest its tasks be kept for it. */
    private void leave() {
        if (over) {
            return;
        }
        try {
            master.call("TEARDOWN", "", object());
        } catch (IOException gone) {
            System.out.println("the master could not be told: " + gone.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "--server", "http://127.0.0.1:5050",
                "--name", "short-tasks",
                "--role", "adhoc",
                "--where", "",
                "--tasks", "100",
                "--at-once", "8",
                "--cpus", "0.1",
                "--mem", "32",
                "--command", "sleep 1"));
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length || options.replace(args[i], args[i + 1]) == null) {
                throw new IllegalArgumentException(
                        "Got '" + args[i] + "'; expected one of " + options.keySet() + ", each with a value");
            }
        }
        return options;
    }

    public static void main(String[] args) throws InterruptedException {
        try {
            run(args);
        } catch (ConnectException nobody) {
            fail("Nobody answers: start a daemon with './tender serve', or name another with --server URL");
        } catch (IOException | IllegalArgumentException wrong) {
            fail(String.valueOf(wrong.getMessage()));
        }
    }

    private static void fail(String why) {
        System.err.println(why);
        System.exit(1);
    }

    static void run(String... args) throws IOException, InterruptedException {
        Map<String, String> options = options(args);
        ObjectNode framework = object().put("user", "").put("name", options.getOrDefault("--name", ""));
        framework.putArray("roles").add(options.getOrDefault("--role", ""));
        framework.putArray("capabilities").addObject().put("type", "MULTI_ROLE");
        URI server = URI.create(options.getOrDefault("--server", ""));
        try (SchedulerConnection master = SchedulerConnection.subscribe(server, framework)) {
            ShortTasks tasks = new ShortTasks(options, master);
            Runtime.getRuntime().addShutdownHook(new Thread(tasks::leave));
            master.listen(tasks::heard);
            // The stream has ended because we said goodbye, or the master is gone: there is nobody left to tell.
            tasks.over = true;
        }
    }
}
