package io.tender.daemon.work;

import io.tender.core.batch.life.JobChange;
import io.tender.core.batch.life.JobState;
import io.tender.model.service.TaskId;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** The state of a job's life, and changes of it, as JSON and back, for the journal. */
public final class JobStates {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .addModule(new SimpleModule()
                    .addSerializer(TaskId.class, new IdWriter())
                    .addDeserializer(TaskId.class, new IdReader()))
            .build();

    private JobStates() {}

    public static String write(JobState state) {
        return MAPPER.writeValueAsString(state);
    }

    public static String write(JobChange change) {
        return MAPPER.writeValueAsString(change);
    }

    /** @throws IllegalArgumentException if it was written by another version of the program, or is no such state */
    public static JobState read(String json) {
        return read(json, JobState.class);
    }

    /** The same for a change. */
    public static JobChange readChange(String json) {
        return read(json, JobChange.class);
    }

    private static <T> T read(String json, Class<T> kind) {
        try {
            return MAPPER.readValue(json, kind);
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException(
                    "A job's state cannot be read: " + unreadable.getOriginalMessage()
                            + "; expected what this version of the program writes",
                    unreadable);
        }
    }

    private static final class IdWriter extends StdSerializer<TaskId> {
        IdWriter() {
            super(TaskId.class);
        }

        @Override
        public void serialize(TaskId id, JsonGenerator out, SerializationContext context) {
            out.writeString(id.value());
        }
    }

    private static final class IdReader extends StdDeserializer<TaskId> {
        IdReader() {
            super(TaskId.class);
        }

        @Override
        public TaskId deserialize(JsonParser in, DeserializationContext context) {
            return new TaskId(in.getString());
        }
    }
}
