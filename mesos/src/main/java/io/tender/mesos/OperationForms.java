package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Operation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Operations on offers and on agents, out of messages. */
public final class OperationForms {
    private OperationForms() {}

    /** Reads the operations of an {@code accept}, in order. */
    public static List<OfferOperation> operations(Message accept) {
        List<OfferOperation> operations = new ArrayList<>();
        accept.messages("operations").forEach(one -> operations.add(operation(one)));
        return operations;
    }

    /** Reads an {@code Offer.Operation}. */
    public static OfferOperation operation(Message message) {
        Optional<String> id = message.optionalId("id", Function.identity());
        String type = message.text("type");
        if (type.equals("UNKNOWN")) {
            throw message.wrong("type", "an operation nobody here knows", "LAUNCH, RESERVE, CREATE or another");
        }
        Message body = message.message(type.toLowerCase(Locale.ROOT));
        return switch (type) {
            case "LAUNCH" -> new OfferOperation.Launch(id, tasks(body, "task_infos"));
            case "LAUNCH_GROUP" ->
                new OfferOperation.LaunchGroup(
                        id, body.message("executor"), tasks(body.message("task_group"), "tasks"));
            case "RESERVE" -> new OfferOperation.Change(id, reserve(body));
            case "UNRESERVE" -> new OfferOperation.Change(id, unreserve(body));
            case "CREATE" -> new OfferOperation.Change(id, create(body));
            case "DESTROY" -> new OfferOperation.Change(id, destroy(body));
            case "GROW_VOLUME" -> new OfferOperation.Change(id, grow(body));
            case "SHRINK_VOLUME" -> new OfferOperation.Change(id, shrink(body));
            case "CREATE_DISK" -> new OfferOperation.Change(id, createDisk(body));
            case "DESTROY_DISK" -> new OfferOperation.Change(id, destroyDisk(body));
            default -> throw message.wrong("type", type, "an operation on an offer");
        };
    }

    private static List<LaunchedTask> tasks(Message message, String field) {
        return message.messages(field).stream().map(LaunchedTask::new).toList();
    }

    /** Reads {@code resources} and {@code source}, as offers and operators have them. */
    public static Operation reserve(Message message) {
        Resources resources = message.resources("resources");
        Optional<Resources> source =
                message.has("source") ? Optional.of(message.resources("source")) : Optional.empty();
        return built(message, "resources", () -> new Operation.Reserve(resources, source));
    }

    /** Reads {@code resources}. */
    public static Operation unreserve(Message message) {
        Resources resources = message.resources("resources");
        return built(message, "resources", () -> new Operation.Unreserve(resources));
    }

    /** Reads {@code volumes}. */
    public static Operation create(Message message) {
        Resources volumes = message.resources("volumes");
        return built(message, "volumes", () -> new Operation.Create(volumes));
    }

    /** Reads {@code volumes}. */
    public static Operation destroy(Message message) {
        Resources volumes = message.resources("volumes");
        return built(message, "volumes", () -> new Operation.Destroy(volumes));
    }

    /** Reads {@code volume} and {@code addition}. */
    public static Operation grow(Message message) {
        Resource volume = message.resource("volume");
        Resource addition = message.resource("addition");
        return built(message, "volume", () -> new Operation.GrowVolume(volume, addition));
    }

    /** Reads {@code volume} and {@code subtract}. */
    public static Operation shrink(Message message) {
        Resource volume = message.resource("volume");
        long millis = ResourceForms.millis(message.message("subtract"));
        return built(message, "volume", () -> new Operation.ShrinkVolume(volume, millis));
    }

    private static Operation createDisk(Message message) {
        Resource source = message.resource("source");
        return built(
                message,
                "source",
                () -> new Operation.CreateDisk(
                        source,
                        Disk.Source.Type.valueOf(message.text("target_type")),
                        message.optionalText("target_profile")));
    }

    private static Operation destroyDisk(Message message) {
        Resource source = message.resource("source");
        return built(message, "source", () -> new Operation.DestroyDisk(source));
    }

    private static Operation built(Message message, String field, Supplier<Operation> made) {
        return message.checked(field, made);
    }
}
