package io.tender.daemon.master;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import io.tender.daemon.cluster.Command;
import io.tender.mesos.OfferConstraintsJson;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Value;
import io.tender.model.batch.Taint;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;

/**
 * Changes as JSON. A record of the journal holds the changes of one turn, so that a tail that was torn off takes whole
 * turns with it; a snapshot holds as many as fit.
 */
public final class ChangeCodec {
    /** Raised when what is written could be misread by an older reader. */
    static final int VERSION = 1;

    /** Changes in one part of a snapshot: large enough to be fast, small enough to be held in memory many times. */
    private static final int PART = 1000;

    /** Characters in one part of what can be long, unless one change alone has more. */
    private static final long PART_WEIGHT = 1 << 20;

    private final JsonMapper mapper = mapper();
    private final ObjectReader turns = mapper.readerFor(Turn.class);
    private final ObjectWriter writer = mapper.writerFor(Turn.class);

    record Turn(int version, List<Change> changes) {}

    /** Each change says of which kind it is. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
    private interface Kinded {}

    /** What records say that older journals do not: left out, it is what it was before it could be said. */
    private static final String UNSAID_USER = "user";

    private static final String UNSAID_TIME = "maxCompletion";

    /** The parameters of {@link Command}, in order. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // Jackson looks at its shape, and nobody calls it
    private abstract static class CommandForm {
        CommandForm(
                boolean shell,
                List<String> words,
                SortedMap<String, String> environment,
                String workingDirectory,
                @JacksonInject(value = UNSAID_USER, useInput = OptBoolean.TRUE) String user) {}
    }

    /** The parameters of {@link TaskSpec}, in order. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // Jackson looks at its shape, and nobody calls it
    private abstract static class TaskForm {
        TaskForm(
                TaskId id,
                String name,
                AgentId agent,
                Resources resources,
                Command command,
                SortedMap<String, Integer> ports,
                Duration grace,
                SortedMap<String, String> labels,
                Optional<String> executor,
                Optional<Duration> runsFor,
                @JacksonInject(value = UNSAID_TIME, useInput = OptBoolean.TRUE) Optional<Duration> maxCompletion,
                String document) {}
    }

    private static JsonMapper mapper() {
        SimpleModule words = new SimpleModule("words");
        TextForm.add(words, AgentId.class, AgentId::new, AgentId::value);
        TextForm.add(words, FrameworkId.class, FrameworkId::new, FrameworkId::value);
        TextForm.add(words, TaskId.class, TaskId::new, TaskId::value);
        TextForm.add(words, Role.class, new Remembered<>(Role::of), Role::path);
        TextForm.add(words, Resources.class, new Remembered<>(Resources::parse), Resources::toString);
        TextForm.add(words, ResourceQuantities.class, ResourceQuantities::parse, ResourceQuantities::toString);
        TextForm.add(words, ResourceLimits.class, ResourceLimits::parse, ResourceLimits::toString);
        TextForm.add(words, OfferConstraints.class, OfferConstraintsJson::parse, OfferConstraintsJson::print);
        TextForm.add(words, Instant.class, InstantText::parse, Instant::toString);
        TextForm.add(words, Duration.class, new Remembered<>(Duration::parse), Duration::toString);
        TextForm.add(words, Taint.class, Taint::parse, Taint::toString);
        TextForm.add(words, Value.class, ValueText::parse, ValueText::print);
        words.addKeyDeserializer(Role.class, TextForm.key(Role::of));
        JsonMapper.Builder builder = JsonMapper.builder(JsonFactory.builder()
                        // What was written must be readable, however long the words in it are.
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNameLength(Integer.MAX_VALUE)
                                .maxStringLength(Integer.MAX_VALUE)
                                .maxNumberLength(Integer.MAX_VALUE)
                                .build())
                        .build())
                .addModule(words)
                .addModule(RecordForm.module())
                .addMixIn(Change.class, Kinded.class)
                .addMixIn(Command.class, CommandForm.class)
                .addMixIn(TaskSpec.class, TaskForm.class)
                .injectableValues(
                        new InjectableValues.Std().addValue(UNSAID_USER, "").addValue(UNSAID_TIME, Optional.empty()))
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                // What a record says of itself is its components; methods that look like getters are not.
                .changeDefaultVisibility(what -> what.withVisibility(PropertyAccessor.ALL, Visibility.NONE)
                        .withFieldVisibility(Visibility.ANY)
                        .withCreatorVisibility(Visibility.ANY));
        for (Class<?> kind : Change.class.getPermittedSubclasses()) {
            builder.registerSubtypes(new NamedType(kind, kind.getSimpleName()));
        }
        return builder.build();
    }

    /** The changes of one turn as one record. */
    public byte[] encode(List<Change> changes) {
        return writer.writeValueAsBytes(new Turn(VERSION, changes));
    }

    /** The parts of a snapshot, each encoded only when it is looked at: a large one takes a while. */
    public List<byte[]> encodeSnapshot(List<Change> changes) {
        List<Change> all = List.copyOf(changes);
        List<Integer> ends = partEnds(all);
        return new AbstractList<>() {
            @Override
            public byte[] get(int index) {
                int begin = Objects.checkIndex(index, size()) == 0 ? 0 : ends.get(index - 1);
                return encode(all.subList(begin, ends.get(index)));
            }

            @Override
            public int size() {
                return ends.size();
            }
        };
    }

    /** Where parts end: after so many changes, or sooner if they are large, since a part is one record. */
    private static List<Integer> partEnds(List<Change> all) {
        List<Integer> ends = new ArrayList<>();
        int begin = 0;
        long weight = 0;
        for (int i = 0; i < all.size(); i++) {
            long more = weight(all.get(i));
            if (i > begin && (i - begin == PART || weight + more > PART_WEIGHT)) {
                ends.add(i);
                begin = i;
                weight = 0;
            }
            weight += more;
        }
        if (!all.isEmpty()) {
            ends.add(all.size());
        }
        return ends;
    }

    /** The length of what can be long in a change. */
    private static long weight(Change change) {
        return switch (change) {
            case Change.DocumentPut put -> put.json().length();
            case Change.TaskLaunched launched -> launched.spec().document().length();
            default -> 0;
        };
    }

    /** Reads a record or part; what this version does not understand is refused as a whole. */
    public List<Change> decode(byte[] record) {
        try {
            Turn turn = turns.readValue(record);
            if (turn.version() > VERSION) {
                throw new IllegalStateException("The journal was written by a newer version: got format "
                        + turn.version() + ", expected at most " + VERSION + ". Start the version that wrote it.");
            }
            return turn.changes();
        } catch (JacksonException | IllegalArgumentException unreadable) {
            throw new IllegalStateException(
                    "A record of the journal cannot be understood by format " + VERSION + ": "
                            + unreadable.getMessage() + ". Expected what this version writes, or an older one did: "
                            + "start the version that wrote it, or restore the store from a backup.",
                    unreadable);
        }
    }
}
