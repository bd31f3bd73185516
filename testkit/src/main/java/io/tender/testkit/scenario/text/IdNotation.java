package io.tender.testkit.scenario.text;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of agents, frameworks and roles, alone and in lists: {@code a1..a6}, {@code f1(r1, r2)}, {@code f1/role}. */
public final class IdNotation {

    private static final Pattern NUMBERED = Pattern.compile("(.*?)([0-9]+)");

    /** More than anybody writes by hand; a slip such as {@code a1..a100000000} is told instead of carried out. */
    private static final int MOST_IN_RANGE = 100_000;

    private static final String AN_AGENT = "an agent such as a1, or a range such as a1..a6";
    private static final String A_FRAMEWORK = "a framework such as f1";

    private IdNotation() {}

    /** Agents with what they have: {@code a1{cpus:2}}, {@code a1..a6{cpus:2}}, {@code a1}. */
    public record Agents(List<AgentId> ids, Optional<Resources> resources) {}

    /** A framework with roles: {@code f1(r1,r2)}; {@code f1()} has none, {@code f1} does not say. */
    public record Framework(FrameworkId id, Optional<SortedSet<Role>> roles) {}

    public static Agents agents(String text) {
        Cursor cursor = new Cursor(text);
        List<AgentId> ids = agentList(cursor);
        Optional<Resources> resources = Optional.empty();
        cursor.skipSpaces();
        if (cursor.peek() == '{') {
            resources = Optional.of(braces(cursor));
        }
        cursor.end("the end, or resources in braces such as {cpus:2;mem:1024}");
        return new Agents(ids, resources);
    }

    public static AgentId agent(String text) {
        Cursor cursor = new Cursor(text);
        AgentId id = new AgentId(cursor.name("an agent such as a1"));
        cursor.end("the end: one agent and nothing else");
        return id;
    }

    public static FrameworkId frameworkId(String text) {
        Framework framework = framework(text);
        if (framework.roles().isPresent()) {
            throw NotationException.expected(
                    text.indexOf('('), "roles cannot be named here", "'" + text + "'", "just '" + framework.id() + "'");
        }
        return framework.id();
    }

    public static Framework framework(String text) {
        Cursor cursor = new Cursor(text);
        FrameworkId id = new FrameworkId(cursor.name(A_FRAMEWORK));
        Optional<SortedSet<Role>> roles = Optional.empty();
        if (cursor.take("(")) {
            TreeSet<Role> named = new TreeSet<>();
            while (!cursor.take(")")) {
                named.add(role(cursor, ",)"));
                if (!cursor.take(",") && cursor.peek() != ')') {
                    throw cursor.mistake("',' or ')' after a role");
                }
            }
            roles = Optional.of(named);
        }
        cursor.end("the end, or roles such as " + id + "(role1,role2)");
        return new Framework(id, roles);
    }

    public static Role role(String text) {
        Cursor cursor = new Cursor(text);
        Role role = role(cursor, "");
        cursor.end("the end of the role");
        return role;
    }

    static Role role(Cursor cursor, String stops) {
        cursor.skipSpaces();
        int start = cursor.at();
        String path = cursor.until(stops + " ");
        try {
            return Role.of(path);
        } catch (IllegalArgumentException e) {
            throw NotationException.from(start, e);
        }
    }

    /** {@code owner/role}, as in a map of what is used: the first slash separates. */
    public record Owned(String owner, Role role) {}

    public static Owned owned(String text, String example) {
        Cursor cursor = new Cursor(text);
        String owner = cursor.name("a name and a role such as " + example);
        cursor.expect("/", "a '/' and the role, such as " + example);
        Role role = role(cursor, "");
        cursor.end("the end of the role");
        return new Owned(owner, role);
    }

    static List<AgentId> agentList(Cursor cursor) {
        List<AgentId> ids = new ArrayList<>();
        do {
            agentRange(cursor, ids);
        } while (cursor.take(","));
        return ids;
    }

    static void agentRange(Cursor cursor, List<AgentId> ids) {
        cursor.skipSpaces();
        int start = cursor.at();
        String first = cursor.name(AN_AGENT);
        if (!cursor.take("..")) {
            ids.add(new AgentId(first));
            return;
        }
        String last = cursor.name("the last agent of the range");
        Matcher from = NUMBERED.matcher(first);
        Matcher to = NUMBERED.matcher(last);
        if (!from.matches() || !to.matches() || !from.group(1).equals(to.group(1))) {
            throw NotationException.expected(
                    start,
                    "'" + first + ".." + last + "' is no range",
                    "'" + first + "' and '" + last + "'",
                    "two names that differ in their number only, such as a1..a6");
        }
        long begin = number(from.group(2), start);
        long end = number(to.group(2), start);
        if (end < begin || end - begin >= MOST_IN_RANGE) {
            throw NotationException.expected(
                    start,
                    "'" + first + ".." + last + "' is no range",
                    end < begin ? "the larger number first" : (end - begin + 1) + " agents",
                    "1 to " + MOST_IN_RANGE + " agents, the smaller number first");
        }
        for (long number = begin; number <= end; number++) {
            ids.add(new AgentId(from.group(1) + number));
        }
    }

    private static long number(String digits, int at) {
        if (digits.length() > 9) {
            throw NotationException.expected(at, "the number is too long", "'" + digits + "'", "at most 9 digits");
        }
        return Long.parseLong(digits);
    }

    static Resources braces(Cursor cursor) {
        cursor.skipSpaces();
        int open = cursor.at();
        String inside = cursor.braced();
        try {
            return ResourceNotation.resources(inside);
        } catch (NotationException e) {
            throw e.shifted(open + 1);
        }
    }
}
