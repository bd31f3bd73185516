package io.tender.daemon.master;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What the master keeps for others: texts by kind and key. */
public final class Documents {
    private final TreeMap<String, TreeMap<String, Document>> byKind = new TreeMap<>();

    Documents() {}

    void put(Change.DocumentPut put) {
        byKind.computeIfAbsent(put.kind(), kind -> new TreeMap<>())
                .put(put.key(), new Document(put.kind(), put.key(), put.json(), put.version()));
    }

    void remove(Change.DocumentRemoved removed) {
        TreeMap<String, Document> documents = byKind.get(removed.kind());
        if (documents != null) {
            documents.remove(removed.key());
            if (documents.isEmpty()) {
                byKind.remove(removed.kind());
            }
        }
    }

    public Optional<Document> find(String kind, String key) {
        TreeMap<String, Document> documents = byKind.get(kind);
        return documents == null ? Optional.empty() : Optional.ofNullable(documents.get(key));
    }

    /** All of a kind, by key; a view that follows later changes. */
    public Collection<Document> all(String kind) {
        TreeMap<String, Document> documents = byKind.get(kind);
        return documents == null ? List.of() : Collections.unmodifiableCollection(documents.values());
    }

    void writeTo(List<Change> changes) {
        byKind.values()
                .forEach(documents -> documents
                        .values()
                        .forEach(one ->
                                changes.add(new Change.DocumentPut(one.kind(), one.key(), one.json(), one.version()))));
    }
}
