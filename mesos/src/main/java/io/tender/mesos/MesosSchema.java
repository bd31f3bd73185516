package io.tender.mesos;

import io.tender.mesos.protobuf.MessageType;
import io.tender.mesos.protobuf.ProtoSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The messages of the scheduler and operator APIs of Mesos v1. */
public final class MesosSchema {
    private static final List<String> FILES =
            List.of("mesos", "scheduler", "master", "maintenance", "quota", "allocator", "duration");

    private static final ProtoSchema TABLES = load();

    public static final MessageType SCHEDULER_CALL = message("mesos.v1.scheduler.Call");
    public static final MessageType SCHEDULER_EVENT = message("mesos.v1.scheduler.Event");
    public static final MessageType SCHEDULER_RESPONSE = message("mesos.v1.scheduler.Response");
    public static final MessageType OPERATOR_CALL = message("mesos.v1.master.Call");
    public static final MessageType OPERATOR_RESPONSE = message("mesos.v1.master.Response");
    public static final MessageType OPERATOR_EVENT = message("mesos.v1.master.Event");

    private MesosSchema() {}

    /** The type of that full name, such as {@code mesos.v1.TaskInfo}. */
    public static MessageType message(String name) {
        return TABLES.message(name);
    }

    static ProtoSchema tables() {
        return TABLES;
    }

    private static ProtoSchema load() {
        List<String> texts = new ArrayList<>();
        for (String file : FILES) {
            try (InputStream in = MesosSchema.class.getResourceAsStream(file + ".proto")) {
                if (in == null) {
                    throw new IllegalStateException(
                            "The table " + file + ".proto is not beside its class; to do: build the program again");
                }
                texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("The table " + file + ".proto cannot be read", e);
            }
        }
        return ProtoSchema.parse(texts);
    }
}
