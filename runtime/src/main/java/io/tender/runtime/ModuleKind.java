package io.tender.runtime;

import io.tender.spi.AllocatorFactory;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.order.ServingOrderFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A kind of module that can be plugged in: what its factories are, and how they are told apart.
 *
 * @param <F> the type of its factories
 */
public final class ModuleKind<F> {

    public static final ModuleKind<AllocatorFactory> ALLOCATOR = new ModuleKind<>(
            "allocator",
            AllocatorFactory.class,
            AllocatorFactory::name,
            factory -> List.of(),
            AllocatorFactory::description,
            (message, cause) ->
                    cause.isPresent() ? new UnknownAllocator(message, cause.get()) : new UnknownAllocator(message));

    public static final ModuleKind<ServingOrderFactory> SORTER = new ModuleKind<>(
            "sorter",
            ServingOrderFactory.class,
            ServingOrderFactory::name,
            factory -> List.of(),
            ServingOrderFactory::description,
            (message, cause) ->
                    cause.isPresent() ? new UnknownAllocator(message, cause.get()) : new UnknownAllocator(message));

    public static final ModuleKind<OfferSetFactory> OFFER_SET = new ModuleKind<>(
            "offer set",
            OfferSetFactory.class,
            OfferSetFactory::name,
            OfferSetFactory::aliases,
            OfferSetFactory::description,
            (message, cause) ->
                    cause.isPresent() ? new UnknownOfferSet(message, cause.get()) : new UnknownOfferSet(message));

    public static final ModuleKind<BatchPluginFactory> BATCH_PLUGIN = new ModuleKind<>(
            "batch plugin",
            BatchPluginFactory.class,
            BatchPluginFactory::name,
            factory -> List.of(),
            BatchPluginFactory::description,
            (message, cause) ->
                    cause.isPresent() ? new UnknownBatchPlugin(message, cause.get()) : new UnknownBatchPlugin(message));

    private final String word;
    private final Class<F> service;
    private final Function<F, String> name;
    private final Function<F, List<String>> aliases;
    private final Function<F, String> description;
    private final Complaint complaint;

    /** Makes the exception of a kind. */
    private interface Complaint {
        UnknownModule of(String message, Optional<Throwable> cause);
    }

    private ModuleKind(
            String word,
            Class<F> service,
            Function<F, String> name,
            Function<F, List<String>> aliases,
            Function<F, String> description,
            Complaint complaint) {
        this.word = word;
        this.service = service;
        this.name = name;
        this.aliases = aliases;
        this.description = description;
        this.complaint = complaint;
    }

    /** What a person calls it. */
    String word() {
        return word;
    }

    Class<F> service() {
        return service;
    }

    String nameOf(F factory) {
        return name.apply(factory);
    }

    List<String> aliasesOf(F factory) {
        return aliases.apply(factory);
    }

    String descriptionOf(F factory) {
        return description.apply(factory);
    }

    UnknownModule problem(String message) {
        return complaint.of(message, Optional.empty());
    }

    UnknownModule problem(String message, Throwable cause) {
        return complaint.of(message, Optional.of(cause));
    }
}
