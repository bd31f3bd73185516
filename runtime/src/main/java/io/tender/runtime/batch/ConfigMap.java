package io.tender.runtime.batch;

import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The ConfigMap in which settings are kept in Kubernetes: the settings are a text within it. */
final class ConfigMap {
    private static final String KIND = "ConfigMap";
    private static final String USUAL_KEY = "volcano-scheduler.conf";

    private ConfigMap() {}

    /**
     * The settings that such an object has, each line where it stands in the whole; the text itself if it is none.
     *
     * @throws ConfException if it is one and has no settings
     */
    static YamlText within(YamlText text) {
        // Read for itself: what is wrong with the text is told by who reads the settings.
        YamlText peeked = new YamlText(text.name(), text.text(), text.firstLine());
        Optional<YamlPart> root = peeked.root().filter(YamlPart::isMap);
        Map<String, YamlPart.Entry> object =
                root.map(part -> part.entries("A ConfigMap")).orElse(Map.of());
        YamlPart.Entry kind = object.get("kind");
        if (kind == null || !KIND.equals(kind.value().value())) {
            return text;
        }
        Map<String, YamlPart.Entry> files = new LinkedHashMap<>();
        YamlPart.Entry data = object.get("data");
        if (data != null) {
            files.putAll(data.value().entries("'data'"));
        }
        String key = files.size() == 1 ? files.keySet().iterator().next() : USUAL_KEY;
        YamlPart.Entry settings = files.get(key);
        if (settings == null) {
            (data == null ? kind : data)
                    .value()
                    .problem(
                            "Which of this are the settings?",
                            files.isEmpty() ? "a ConfigMap without data" : "data: " + String.join(", ", files.keySet()),
                            "one entry under data, or one called " + USUAL_KEY);
            throw new ConfException(peeked.problems());
        }
        Optional<String> written = settings.value().text("The settings");
        if (written.isEmpty()) {
            throw new ConfException(peeked.problems());
        }
        // A text that is written in another way than with a bar has lines of its own.
        return settings.value().alone().orElseGet(() -> new YamlText(text.name() + " (" + key + ")", written.get(), 1));
    }
}
