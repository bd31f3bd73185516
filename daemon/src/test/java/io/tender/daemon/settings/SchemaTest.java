package io.tender.daemon.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.runtime.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaTest {
    /** Tests run in the module's folder. */
    private static final Path EXAMPLE = Path.of("..", "docs", "tender.yaml");

    private static final Path DOCUMENTED = Path.of("..", "docs", "tender.schema.json");
    private static final Path PACKED = Path.of("src/main/resources/io/tender/daemon/settings/tender.schema.json");
    private static final JsonMapper JSON = new JsonMapper();

    private static String example() throws IOException {
        return Files.readString(EXAMPLE);
    }

    private static String filledIn() throws IOException {
        return example().replaceAll("(?m)^( *)#: ?", "$1");
    }

    /** To bring both files up to date, run this test with {@code -Dtender.schema.write=true}. */
    @Test
    void the_schema_says_what_the_reader_asks_for_and_the_example_shows() throws IOException {
        String made = SettingsSchema.text(new DocumentedSettings(example()));
        if (Boolean.getBoolean("tender.schema.write")) {
            Files.writeString(DOCUMENTED, made);
            Files.writeString(PACKED, made);
        }
        for (Path file : List.of(DOCUMENTED, PACKED)) {
            assertThat(Files.readString(file).lines().toList())
                    .as("%s is out of date: run this test with -Dtender.schema.write=true", file)
                    .containsExactlyElementsOf(made.lines().toList());
        }
    }

    @Test
    void every_setting_of_the_reader_is_shown_in_the_example_and_has_a_shape() throws IOException {
        DocumentedSettings documented = new DocumentedSettings(example());
        Settings.shapes(SettingsSchema.ONE_OF_EACH, Path.of("")).forEach((name, kinds) -> {
            assertThat(kinds).as(name).isNotEmpty();
            assertThat(documented.shows(name)).as(name).isTrue();
        });
    }

    @Test
    void a_setting_either_changes_while_the_daemon_works_or_says_why_not() {
        SortedSet<String> compared = SettingValues.of(Settings.defaults(Path.of(""), Settings.Given.NOTHING))
                .names();
        for (String name : Settings.names(SettingsSchema.ONE_OF_EACH, Path.of(""))) {
            boolean within = compared.stream().anyMatch(known -> name.equals(known) || name.startsWith(known + "."));
            boolean around = compared.stream().anyMatch(known -> known.startsWith(name + "."));
            // Flags are compared as they are written, and the one file is the text it holds.
            boolean other = name.startsWith("services.") || name.equals("batch.confFile");
            assertThat(within || around || other).as(name).isTrue();
        }
    }

    @Test
    void the_example_fits_the_schema_and_mistakes_do_not() throws IOException {
        JsonNode schema = JSON.readTree(Settings.schema());
        assertThat(mistakes(schema, example())).isEmpty();
        assertThat(mistakes(schema, filledIn())).isEmpty();
        assertThat(mistakes(schema, "store: somewhere")).isEmpty();
        assertThat(mistakes(schema, "listem: 127.0.0.1:1")).containsExactly("/listem is not known");
        assertThat(mistakes(schema, "heartbeat: soon")).containsExactly("/heartbeat has another form");
        assertThat(mistakes(schema, "log: {level: loud}")).containsExactly("/log/level is none of those allowed");
        assertThat(mistakes(schema, "limits: {streams: 0}")).containsExactly("/limits/streams is too small");
        assertThat(mistakes(schema, "access: {name: ann}")).containsExactly("/access is of another type");
    }

    private static List<String> mistakes(JsonNode schema, String yaml) {
        Object value = new YamlText("test", yaml, 1).root().orElseThrow().value();
        List<String> found = new ArrayList<>();
        check(schema, JSON.valueToTree(value), "", found);
        return found;
    }

    /** As much of a validator as the schema needs. */
    private static void check(JsonNode schema, JsonNode value, String at, List<String> found) {
        if (schema.has("anyOf")) {
            boolean fits = false;
            for (JsonNode one : schema.path("anyOf")) {
                List<String> here = new ArrayList<>();
                check(one, value, at, here);
                fits |= here.isEmpty();
            }
            if (!fits) {
                found.add(at + " fits none");
            }
            return;
        }
        if (schema.has("enum")) {
            boolean allowed = false;
            for (JsonNode word : schema.path("enum")) {
                allowed |= word.equals(value);
            }
            if (!allowed) {
                found.add(at + " is none of those allowed");
            }
            return;
        }
        if (!isOf(schema.path("type"), value)) {
            found.add(at + " is of another type");
        } else if (schema.has("pattern")
                && !value.asString().matches(schema.path("pattern").asString())) {
            found.add(at + " has another form");
        } else if (schema.has("minimum")
                && value.asDouble() < schema.path("minimum").asDouble()) {
            found.add(at + " is too small");
        } else if (schema.has("maximum")
                && value.asDouble() > schema.path("maximum").asDouble()) {
            found.add(at + " is too large");
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(schema.path("items"), value.path(i), at + "/" + i, found);
            }
        } else if (value.isObject() && schema.has("properties")) {
            value.properties().forEach(property -> {
                JsonNode known = schema.path("properties").path(property.getKey());
                String there = at + "/" + property.getKey();
                if (known.isMissingNode()) {
                    found.add(there + " is not known");
                } else {
                    check(known, property.getValue(), there, found);
                }
            });
        }
    }

    private static boolean isOf(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            boolean any = false;
            for (JsonNode one : type) {
                any |= isOf(one, value);
            }
            return any;
        }
        return switch (type.asString()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> false;
        };
    }
}
