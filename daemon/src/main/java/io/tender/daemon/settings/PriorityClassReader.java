package io.tender.daemon.settings;

import io.tender.daemon.work.PriorityClass;
import io.tender.daemon.work.PriorityClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads which priorities have a name. */
final class PriorityClassReader {
    private static final Map<String, Boolean> POLICIES =
            new TreeMap<>(Map.of(PriorityClass.PREEMPTS, true, PriorityClass.NEVER, false));

    private PriorityClassReader() {}

    static PriorityClasses read(Section root) {
        List<PriorityClass> read = new ArrayList<>();
        root.sections("priorityClasses").forEach(section -> one(section, read));
        return PriorityClasses.of(read);
    }

    private static void one(Section section, List<PriorityClass> read) {
        String name = section.text("name", "");
        int value = (int) section.whole("value", -PriorityClass.MOST, PriorityClass.MOST, 0);
        boolean usual = section.truth("globalDefault", false);
        boolean preempts = section.oneOf("preemptionPolicy", POLICIES).orElse(true);
        section.text("description");
        section.done();
        if (!PriorityClass.isName(name)) {
            section.problem(
                    "name",
                    "A priority class cannot be called this.",
                    name.isEmpty() ? "no 'name'" : "'" + name + "'",
                    "1 to 253 small letters, digits, '-' and '.'; names that begin with system- are taken");
            return;
        }
        if (!section.has("value")) {
            section.problem("value", "Priority class '" + name + "' has no value.", "no 'value'", "a whole number");
        }
        if (read.stream().anyMatch(other -> other.name().equals(name))) {
            section.problem("name", "Two priority classes have one name.", "a second '" + name + "'", "each name once");
            return;
        }
        if (usual && read.stream().anyMatch(PriorityClass::globalDefault)) {
            section.problem(
                    "globalDefault", "Two priority classes are the default.", "a second one", "globalDefault once");
            return;
        }
        read.add(new PriorityClass(name, value, usual, preempts));
    }
}
