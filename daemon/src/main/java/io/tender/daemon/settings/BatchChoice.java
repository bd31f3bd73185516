package io.tender.daemon.settings;

import io.tender.core.batch.framework.BatchSettings;
import io.tender.model.BrokenRule;
import io.tender.model.Role;
import io.tender.runtime.batch.SchedulerConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The scheduler of batch jobs.
 *
 * @param role in which it is offered resources
 * @param confName what messages call its {@code volcano-scheduler.conf}
 * @param conf the text of it
 */
public record BatchChoice(boolean enabled, Role role, String confName, String conf, BatchSettings settings) {

    static BatchChoice read(Section section) {
        boolean enabled = section.truth("enabled", true);
        Role role = section.read("role", "the name of a role", Role::of).orElse(Role.of("batch"));
        Optional<String> inline = section.document("conf");
        Optional<Path> file = section.path("confFile");
        if (inline.isPresent() && file.isPresent()) {
            section.problem(
                    "confFile", "The actions and plugins are given twice.", "here and in a file", "one of them");
        }
        String name =
                inline.isPresent() || file.isEmpty() ? "batch.conf" : file.get().toString();
        String conf =
                inline.orElseGet(() -> file.map(there -> conf(section, there)).orElse(SchedulerConf.USUAL));
        BatchChoice choice = new BatchChoice(enabled, role, name, conf, settings(section));
        section.done();
        return choice;
    }

    private static String conf(Section section, Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            section.problem(
                    "confFile",
                    "The actions and plugins cannot be read.",
                    unreadable.toString(),
                    "a volcano-scheduler.conf");
            return SchedulerConf.USUAL;
        }
    }

    private static BatchSettings settings(Section section) {
        BatchSettings usual = BatchSettings.USUAL;
        try {
            return new BatchSettings(
                    section.time("schedulePeriod", usual.schedulePeriod()),
                    section.time("settle", usual.settle()),
                    section.time("pause", usual.pause()),
                    section.time("offerHold", usual.offerHold()),
                    section.time("offerRefusal", usual.offerRefusal()),
                    section.count("tasksPerNode", 1, usual.tasksPerNode()));
        } catch (BrokenRule wrong) {
            section.problem(
                    "schedulePeriod", "The batch scheduler cannot work like this.", wrong.got(), wrong.expected());
            return usual;
        }
    }
}
