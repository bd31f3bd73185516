package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceText;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Task records as JSON. Its shape is its own, so that a change of the code does not change what lies on disk. */
final class RecordText {
    private static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    // What was written must be readable, however long the words in it are.
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private RecordText() {}

    private record File(
            int version,
            String framework,
            String task,
            String name,
            String agent,
            String resources,
            boolean shell,
            List<String> words,
            SortedMap<String, String> environment,
            String workingDirectory,
            @Nullable String user,
            SortedMap<String, Integer> ports,
            String grace,
            @Nullable String runsFor,
            SortedMap<String, String> labels,
            String boot,
            boolean orphan,
            @Nullable Kill kill,
            @Nullable Report report,
            boolean acknowledged) {}

    private record Kill(String at, String grace) {}

    private record Report(
            String agent,
            RunState state,
            UUID uuid,
            String at,
            String reason,
            String message,
            @Nullable Integer exitCode) {}

    static byte[] write(TaskRecord record) {
        TaskOrder order = record.order();
        return JSON.writeValueAsBytes(new File(
                VERSION,
                order.key().framework().value(),
                order.key().task().value(),
                order.name(),
                order.agent().value(),
                ResourceText.print(order.resources()),
                order.command().shell(),
                order.command().words(),
                order.command().environment(),
                order.command().workingDirectory(),
                order.command().user(),
                order.ports(),
                order.grace().toString(),
                order.runsFor().map(Duration::toString).orElse(null),
                order.labels(),
                record.boot(),
                record.orphan(),
                record.kill()
                        .map(kill -> new Kill(kill.at().toString(), kill.grace().toString()))
                        .orElse(null),
                record.report().map(RecordText::file).orElse(null),
                record.acknowledged()));
    }

    private static Report file(TaskReport report) {
        return new Report(
                report.agent().value(),
                report.state(),
                report.uuid(),
                report.at().toString(),
                report.reason(),
                report.message(),
                report.exitCode().orElse(null));
    }

    /** @throws IllegalArgumentException if it is no record of this version; the message says why */
    static TaskRecord read(byte[] bytes) {
        File file;
        try {
            file = JSON.readValue(bytes, File.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no record of a task: " + e.getOriginalMessage(), e);
        }
        if (file.version() != VERSION) {
            throw new IllegalArgumentException(
                    "it is of version " + file.version() + ", and this program reads version " + VERSION);
        }
        TaskKey key = new TaskKey(new FrameworkId(file.framework()), new TaskId(file.task()));
        TaskOrder order = new TaskOrder(
                key,
                file.name(),
                new AgentId(file.agent()),
                ResourceText.parse(file.resources()),
                new Command(
                        file.shell(),
                        file.words(),
                        file.environment(),
                        file.workingDirectory(),
                        Objects.requireNonNullElse(file.user(), "")),
                file.ports(),
                Duration.parse(file.grace()),
                Optional.ofNullable(file.runsFor()).map(Duration::parse),
                file.labels());
        return new TaskRecord(
                order,
                file.boot(),
                file.orphan(),
                Optional.ofNullable(file.kill())
                        .map(kill -> new KillRequest(Instant.parse(kill.at()), Duration.parse(kill.grace()))),
                Optional.ofNullable(file.report()).map(report -> report(key, report)),
                file.acknowledged());
    }

    private static TaskReport report(TaskKey key, Report report) {
        return new TaskReport(
                key,
                new AgentId(report.agent()),
                report.state(),
                report.uuid(),
                Instant.parse(report.at()),
                report.reason(),
                report.message(),
                Optional.ofNullable(report.exitCode()));
    }
}
