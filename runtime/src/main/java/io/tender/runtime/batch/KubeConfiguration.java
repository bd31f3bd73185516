package io.tender.runtime.batch;

import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The extenders of a KubeSchedulerConfiguration: the list itself where the settings have it, or a file with that list in it.
 *
 * @param text what has the list, and the problems with it
 * @param isFile whether that is another text than the settings
 */
record KubeConfiguration(YamlText text, boolean isFile, List<KubeExtenders.Extender> extenders) {

    /** @param notices told what of a file has no effect */
    static KubeConfiguration read(YamlPart given, YamlText settings, List<String> notices) {
        if (given.isList()) {
            return new KubeConfiguration(settings, false, new KubeExtenders().read(given.items("extenders")));
        }
        Optional<YamlText> file = file(given);
        Optional<YamlPart> list = file.flatMap(YamlText::root).flatMap(root -> list(root, given, notices));
        return new KubeConfiguration(
                file.orElse(settings),
                file.isPresent(),
                new KubeExtenders()
                        .read(list.map(part -> part.items("extenders")).orElse(List.of())));
    }

    private static Optional<YamlText> file(YamlPart given) {
        Optional<String> path = given.text("extenders");
        try {
            return path.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new YamlText(path.get(), Files.readString(Path.of(path.get())), 1));
        } catch (IOException | InvalidPathException unreadable) {
            given.problem(
                    "The extenders cannot be read.",
                    String.valueOf(unreadable),
                    "a list of extenders, or the path of a KubeSchedulerConfiguration");
            return Optional.empty();
        }
    }

    /** Everything else in it is about a scheduler that does not run here. */
    private static Optional<YamlPart> list(YamlPart root, YamlPart given, List<String> notices) {
        Map<String, YamlPart.Entry> sections = root.entries("A KubeSchedulerConfiguration");
        YamlPart.Entry kind = sections.get("kind");
        if (kind != null && !"KubeSchedulerConfiguration".equals(kind.value().value())) {
            kind.value()
                    .problem(
                            "This is another kind.",
                            String.valueOf(kind.value().value()),
                            "KubeSchedulerConfiguration");
        }
        YamlPart.Entry list = sections.get("extenders");
        if (list == null) {
            given.problem(
                    "The file has no extenders.",
                    "no 'extenders' in it",
                    "a KubeSchedulerConfiguration with extenders");
            return Optional.empty();
        }
        SortedSet<String> others = new TreeSet<>(sections.keySet());
        others.removeAll(Set.of("apiVersion", "kind", "extenders"));
        if (!others.isEmpty()) {
            notices.add("extenders: of the KubeSchedulerConfiguration only extenders are read, not "
                    + String.join(", ", others));
        }
        return Optional.of(list.value());
    }
}
