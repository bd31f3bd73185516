package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects objects in any order into {@link Resources}, sorting and merging them once instead of one by one. */
final class ResourcesBuilder {
    private final TreeMap<@Nullable Role, List<Resource>> byRole = new TreeMap<>(Resource::compareRoles);
    private Resources shared = Resources.empty();

    ResourcesBuilder add(Resource resource) {
        return add(resource, 1);
    }

    /** Adds so many copies of a shared object; of any other there is one. */
    ResourcesBuilder add(Resource resource, int copies) {
        if (resource.isShared()) {
            shared = shared.plus(Resources.of(resource, copies));
        } else {
            byRole.computeIfAbsent(resource.allocationOrNull(), role -> new ArrayList<>())
                    .add(resource);
        }
        return this;
    }

    Resources build() {
        List<Split.Part> parts = new ArrayList<>();
        byRole.forEach((role, objects) -> {
            Bag bag = Bag.collect(objects);
            if (!bag.isEmpty()) {
                parts.add(new Split.Part(role, bag));
            }
        });
        return Resources.ofParts(parts).plus(shared);
    }
}
