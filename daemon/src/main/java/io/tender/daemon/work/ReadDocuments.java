package io.tender.daemon.work;

import java.util.List;

/**
 * What a text asks for.
 *
 * @param notices what it says that has no effect here, and why
 */
public record ReadDocuments(List<Submitted> documents, List<String> notices) {
    public ReadDocuments {
        documents = List.copyOf(documents);
        notices = List.copyOf(notices);
    }
}
