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
 * @param conf its {@code volcano-scheduler.conf}
 */
public record BatchChoice(boolean enabled, Role role, InnerText conf, BatchSettings settings) {
    private static final InnerText USUAL = InnerText.ofFile("batch.conf", SchedulerConf.USUAL);

    static BatchChoice read(Section section) {
        boolean enabled = section.truth("enabled", true);
        Role role = section.read("role", "the name of a role", Role::of).orElse(Role.of("batch"));
        Optional<InnerText> inline = section.document("conf");
        Optional<Path> file = section.path("confFile");
        if (inline.isPresent() && file.isPresent()) {
            section.problem(
                    "confFile", "The actions and plugins are given twice.", "here and in a file", "one of them");
        }
        InnerText conf =
                inline.or(() -> file.map(there -> ofFile(section, there))).orElse(USUAL);
        BatchChoice choice = new BatchChoice(enabled, role, conf, settings(section));
        section.done();
        return choice;
    }

    private static InnerText ofFile(Section section, Path file) {
        try {
            return InnerText.ofFile(file.toString(), Files.readString(file));
        } catch (IOException unreadable) {
            section.problem(
                    "confFile",
                    "The actions and plugins cannot be read.",
                    unreadable.toString(),
                    "a volcano-scheduler.conf");
            return USUAL;
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
