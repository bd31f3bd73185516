package io.tender.daemon.work;

import io.tender.daemon.master.TextRules;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.runtime.yaml.YamlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads documents: one or several in a text of YAML or JSON, all mistakes at once. */
public final class Documents {
    private static final String LIST = "List";

    /** More than a person puts into one file. */
    private static final int MOST = 10_000;

    /** Those of the settings, and those that were applied: documents may name all of them. */
    private volatile Classes classes;

    private record Classes(PriorityClasses ofSettings, List<PriorityClass> applied, PriorityClasses all) {
        static Classes of(PriorityClasses ofSettings, List<PriorityClass> applied) {
            return new Classes(ofSettings, List.copyOf(applied), ofSettings.beside(applied));
        }
    }

    /** The kinds of documents and the versions they are written in. */
    private enum Kind {
        JOB("Job", "batch.volcano.sh/v1alpha1"),
        POD_GROUP("PodGroup", "scheduling.volcano.sh/v1beta1"),
        QUEUE("Queue", "scheduling.volcano.sh/v1beta1"),
        SERVICE("Service", "tender.io/v1"),
        HYPER_NODE(HyperNodeDocument.KIND, "topology.volcano.sh/v1alpha1"),
        RESOURCE_QUOTA(QuotaDocument.KIND, "v1"),
        POD_DISRUPTION_BUDGET(BudgetDocument.KIND, "policy/v1"),
        PRIORITY_CLASS(PriorityClassDocument.KIND, "scheduling.k8s.io/v1");

        final String word;
        final String version;

        Kind(String word, String version) {
            this.word = word;
            this.version = version;
        }
    }

    /** @param priorityClasses those that documents may name */
    public Documents(PriorityClasses priorityClasses) {
        this.classes = Classes.of(priorityClasses, List.of());
    }

    /** @param priorityClasses the priority behind each class that documents may name, besides those of the system */
    public Documents(Map<String, Integer> priorityClasses) {
        this(PriorityClasses.of(priorityClasses.entrySet().stream()
                .map(one -> new PriorityClass(one.getKey(), one.getValue(), false, true))
                .toList()));
    }

    /** From now on documents may name these, besides those that were applied; those read before stay as they are. */
    public void use(PriorityClasses changed) {
        classes = Classes.of(changed, classes.applied());
    }

    /** From now on documents may name these, besides those of the settings; those read before stay as they are. */
    void useApplied(List<PriorityClass> applied) {
        classes = Classes.of(classes.ofSettings(), applied);
    }

    /** The classes of the settings and those every cluster has. */
    PriorityClasses ofSettings() {
        return classes.ofSettings();
    }

    /** All classes that documents may name. */
    PriorityClasses priorityClasses() {
        return classes.all();
    }

    /**
     * Reads all documents of a text.
     *
     * @param name what messages call the text
     * @throws DocumentException if anything is wrong with any of them
     */
    public ReadDocuments read(String name, String text) {
        return read(name, text, classes.all());
    }

    private ReadDocuments read(String name, String text, PriorityClasses classes) {
        YamlText source = new YamlText(name, text, 1);
        List<String> notices = new ArrayList<>();
        List<Submitted> documents = new ArrayList<>();
        Set<DocumentId> seen = new HashSet<>();
        List<YamlPart> parts =
                source.documents().stream().flatMap(Documents::items).toList();
        if (parts.isEmpty() && source.problems().isEmpty()) {
            source.problem("There is no document.", "nothing", "at least one, such as 'kind: Job'");
        }
        if (parts.size() > MOST) {
            source.problem("There are too many documents.", parts.size() + " documents", "at most " + MOST);
            throw new DocumentException(source.problems());
        }
        // What is named in the same text counts as if it were there: all of it is applied, or nothing.
        PriorityClasses known = classes.beside(parts.stream()
                .filter(Documents::isPriorityClass)
                .flatMap(part -> read(new Fields(part, "A document", new ArrayList<>()), classes).stream())
                .map(document -> ((PriorityClassDocument) document).priorityClass())
                .toList());
        for (YamlPart part : parts) {
            read(new Fields(part, "A document", notices), known).ifPresent(document -> {
                if (!seen.add(document.id())) {
                    part.problem(document.id() + " is written twice.", "a second one", "each document once");
                }
                String json = json(part);
                int length = json.codePointCount(0, json.length());
                // It is read again after a restart, from what is written then.
                if (length > YamlText.LONGEST) {
                    part.problem(
                            document.id() + " is too large to be kept.",
                            length + " characters as JSON, aliases filled in",
                            "at most " + YamlText.LONGEST);
                }
                if (!TextRules.isWhole(json)) {
                    part.problem(
                            document.id() + " has half of a surrogate pair in it.",
                            "text that UTF-8 cannot say",
                            "both halves, or neither");
                }
                documents.add(new Submitted(document, json));
            });
        }
        if (!source.problems().isEmpty()) {
            throw new DocumentException(source.problems().stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(YamlProblem::line).thenComparingInt(YamlProblem::column))
                    .toList());
        }
        return new ReadDocuments(documents, notices);
    }

    /** A document, or those in a list of them, as Kubernetes gives them out. */
    private static Stream<YamlPart> items(YamlPart part) {
        if (!isOf(part, LIST)) {
            return Stream.of(part);
        }
        YamlPart.Entry items = part.entries("A document").get("items");
        if (items == null) {
            part.problem("A list has no 'items'.", "no 'items'", "items: with documents");
            return Stream.empty();
        }
        return items.value().items("'items'").stream();
    }

    private static boolean isPriorityClass(YamlPart part) {
        return isOf(part, Kind.PRIORITY_CLASS.word);
    }

    private static boolean isOf(YamlPart part, String word) {
        return part.isMap()
                && Optional.ofNullable(part.entries("A document").get("kind"))
                        .filter(kind -> !kind.value().isNothing())
                        .flatMap(kind -> kind.value().text("'kind'"))
                        .filter(word::equals)
                        .isPresent();
    }

    /** Reads one document again that was written as {@link Submitted#json}. */
    public Document readJson(DocumentId id, String json) {
        List<Submitted> read =
                read(id.toString(), json, classes.all().forgivingly()).documents();
        if (read.size() != 1) {
            throw new IllegalArgumentException(id + " is kept as " + read.size() + " documents; expected one");
        }
        return read.getFirst().document();
    }

    private static String json(YamlPart part) {
        @Nullable Object tree = part.tree();
        if (tree instanceof Map<?, ?> map) {
            Map<Object, Object> asked = new TreeMap<>(map);
            Object kind = asked.get("kind");
            // Whether a queue is open is asked for there; of all others the status is somebody's answer.
            if (!Kind.QUEUE.word.equals(kind)) {
                asked.remove("status");
            }
            return CanonicalJson.write(asked);
        }
        return CanonicalJson.write(tree);
    }

    private static Optional<? extends Document> read(Fields document, PriorityClasses classes) {
        document.required("apiVersion", "such as " + Kind.JOB.version);
        document.required(
                "kind",
                "one of " + Arrays.stream(Kind.values()).map(kind -> kind.word).toList());
        TreeMap<String, Kind> kinds = new TreeMap<>();
        Arrays.stream(Kind.values()).forEach(kind -> kinds.put(kind.word, kind));
        Optional<Kind> kind = document.oneOf("kind", kinds);
        Optional<String> version = document.text("apiVersion");
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        version.filter(written -> !written.equals(kind.get().version))
                .ifPresent(written -> document.get("apiVersion")
                        .ifPresent(at -> at.problem(
                                "A " + kind.get().word + " is not written in that version.",
                                "'" + written + "'",
                                "'" + kind.get().version + "'")));
        Metadata metadata = Metadata.read(document);
        return switch (kind.get()) {
            case JOB -> new JobReader(classes).read(document, metadata);
            case POD_GROUP -> QueueReader.podGroup(document, metadata, classes);
            case QUEUE -> QueueReader.queue(document, metadata, classes.forgiving());
            case SERVICE -> ServiceReader.read(document, metadata);
            case HYPER_NODE -> SessionReader.hyperNode(document, metadata);
            case RESOURCE_QUOTA -> SessionReader.quota(document, metadata);
            case POD_DISRUPTION_BUDGET -> SessionReader.budget(document, metadata);
            case PRIORITY_CLASS -> SessionReader.priorityClass(document, metadata);
        };
    }
}
