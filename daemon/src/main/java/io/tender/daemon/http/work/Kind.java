package io.tender.daemon.http.work;

import io.tender.daemon.work.DocumentId;
import io.tender.extender.http.HttpProblem;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of documents, and where they are found. */
enum Kind {
    JOB("Job", "jobs", "namespace", "name"),
    POD_GROUP("PodGroup", "podgroups", "namespace", "name"),
    QUEUE("Queue", "queues", "name"),
    SERVICE("Service", "services", "role", "environment", "name"),
    HYPER_NODE("HyperNode", "hypernodes", "name"),
    RESOURCE_QUOTA("ResourceQuota", "resourcequotas", "namespace", "name"),
    POD_DISRUPTION_BUDGET("PodDisruptionBudget", "poddisruptionbudgets", "namespace", "name"),
    PRIORITY_CLASS("PriorityClass", "priorityclasses", "name");

    private final String word;
    private final String folder;
    private final String parts;

    Kind(String word, String folder, String... parts) {
        this.word = word;
        this.folder = folder;
        this.parts = String.join("/", parts);
    }

    /** Of the word for many of them. */
    static Kind of(String plural) {
        return Arrays.stream(values())
                .filter(kind -> kind.folder.equals(plural))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no documents are called '" + plural + "'"));
    }

    String word() {
        return word;
    }

    /** The word for many of them. */
    String plural() {
        return folder;
    }

    /** Where all of them are. */
    String folder() {
        return "/v1/" + folder;
    }

    /** Where one of them is. */
    String path() {
        return folder() + "/{" + parts.replace("/", "}/{") + "}";
    }

    /** Who a job's document is of; a name that no job can have is that of no job. Not for the master's turns. */
    static JobId job(DocumentId id) {
        return named(id, JobId::parse);
    }

    /** The same of a service. */
    static JobKey service(DocumentId id) {
        return named(id, JobKey::parse);
    }

    private static <T> T named(DocumentId id, Function<String, T> parse) {
        try {
            return parse.apply(id.name());
        } catch (IllegalArgumentException impossible) {
            throw HttpProblem.of(
                    404, "There is no " + Question.shortened(id.toString()) + ".\n" + impossible.getMessage());
        }
    }

    DocumentId id(Question question) {
        return new DocumentId(
                word, Arrays.stream(parts.split("/", -1)).map(question::part).collect(Collectors.joining("/")));
    }
}
