package io.tender.daemon.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.services.ServiceSettings;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.daemon.journal.StoreSettings;
import io.tender.daemon.work.PriorityClass;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.http.ServerSettings;
import io.tender.runtime.yaml.YamlText;
import io.tender.spi.AllocatorOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    /** Tests run in the module's folder. */
    private static final Path EXAMPLE = Path.of("..", "docs", "tender.yaml");

    @TempDir
    private Path folder;

    private Settings read(String... lines) {
        return Settings.read("tender.yaml", String.join("\n", lines), folder, Settings.Given.NOTHING);
    }

    private List<String> problems(String... lines) {
        try {
            read(lines);
            return List.of();
        } catch (SettingsException wrong) {
            return wrong.problems().stream().map(Object::toString).toList();
        }
    }

    @Test
    void without_any_settings_it_listens_on_this_machine_alone() {
        Settings settings = read();
        assertThat(settings.server()).isEqualTo(ServerSettings.local(5050));
        assertThat(settings.access().isOpen()).isTrue();
        assertThat(settings.streams()).isEqualTo(SchedulerApi.Settings.usual());
        assertThat(settings.store()).isEqualTo(new StoreSettings.Folder(folder.resolve("tender-data")));
        assertThat(settings.agents().local().orElseThrow().work())
                .isEqualTo(folder.resolve("tender-data").resolve("agent"));
        assertThat(settings.agents().simulated()).isEmpty();
        assertThat(settings.allocator().options()).isEqualTo(AllocatorOptions.masterDefaults());
        assertThat(settings.services().settings())
                .isEqualTo(ServiceSettings.defaults().with("idle_offer_hold_time", "1secs"));
        assertThat(settings.batch().settings()).isEqualTo(BatchSettings.USUAL);
        assertThat(settings.seed()).isEqualTo(OptionalLong.empty());
    }

    @Test
    void the_example_says_the_defaults() throws IOException {
        Path docs = EXAMPLE.toAbsolutePath().getParent();
        assertThat(Settings.read(EXAMPLE, Settings.Given.NOTHING))
                .usingRecursiveComparison()
                .isEqualTo(Settings.defaults(docs, Settings.Given.NOTHING));
    }

    /** What is only an example stands behind {@code #:}, and is a setting once that is taken off. */
    @Test
    void the_example_names_every_setting_and_no_other() throws IOException {
        String text = Files.readString(EXAMPLE).replaceAll("(?m)^( *)#: ?", "$1");
        TreeSet<String> written = new TreeSet<>();
        Object root = new YamlText("example", text, 1).root().orElseThrow().value();
        collect("", root, written);
        assertThat(written).containsAll(Settings.names(text, folder));
        assertThat(problems(text)).noneMatch(problem -> problem.contains("There is no setting"));
    }

    private static void collect(String path, @Nullable Object value, Set<String> names) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> {
                names.add(path + name);
                collect(path + name + ".", inner, names);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(item -> collect(path, item, names));
        }
    }

    @Test
    void all_mistakes_are_told_at_once_with_their_lines() {
        assertThat(problems(
                        "listem: 127.0.0.1:1",
                        "log: {level: loud}",
                        "services:",
                        "  min_offer_hold_time: soon",
                        "  enabel_preemptor: true",
                        "limits:",
                        "  streams: none"))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("tender.yaml:1:1: ").contains("Did you mean 'listen'?"),
                        one -> assertThat(one).startsWith("tender.yaml:2:14: ").contains("'loud'"),
                        one -> assertThat(one).startsWith("tender.yaml:4:24: ").contains("min_offer_hold_time"),
                        one -> assertThat(one).startsWith("tender.yaml:5:3: ").contains("'enable_preemptor'"),
                        one -> assertThat(one).startsWith("tender.yaml:7:12: ").contains("limits.streams"));
    }

    @Test
    void services_give_back_what_they_do_not_need_unless_the_settings_say_otherwise() {
        assertThat(read("").services().settings().idleHoldMillis()).isEqualTo(1000);
        assertThat(read("services: {idle_offer_hold_time: 1hrs}")
                        .services()
                        .settings()
                        .idleHoldMillis())
                .isEqualTo(3_600_000);
    }

    @Test
    void a_flags_file_of_aurora_is_taken_as_it_is_and_the_settings_win_over_it() throws IOException {
        Files.writeString(folder.resolve("aurora.flags"), """
                -offer_set_module=io.github.aurora.scheduler.offers.HttpOfferSetModule
                -http_offer_set_endpoint=http://orders:9090/v1/offerset
                -http_offer_set_timeout_ms=20
                -offer_order=CPU,RANDOM
                -min_offer_hold_time=2mins
                -zk_endpoints=zk:2181
                """);
        ServicesChoice services = read(
                        "services:",
                        "  flagsFile: aurora.flags",
                        "  offer_order: MEMORY",
                        "  http_offer_set_timeout: 30ms")
                .services();
        assertThat(services.settings().offerOrder()).isEqualTo("MEMORY");
        assertThat(services.settings().minOfferHoldMillis()).isEqualTo(120_000);
        assertThat(services.offerSet())
                .containsEntry("http_offer_set_endpoint", "http://orders:9090/v1/offerset")
                .containsEntry("http_offer_set_timeout", "30ms")
                .doesNotContainKey("http_offer_set_timeout_ms");
        assertThat(services.notices())
                .containsExactly("The Aurora flag -zk_endpoints means nothing here and is ignored.");

        Path named = folder.resolve("named.flags");
        Files.writeString(named, "-offer_order=DISK\n");
        Settings.Given given = new Settings.Given(Optional.empty(), Optional.empty(), Optional.of(named));
        assertThat(Settings.read("tender.yaml", "services: {flagsFile: aurora.flags}", folder, given)
                        .services()
                        .settings()
                        .offerOrder())
                .isEqualTo("DISK");
        assertThat(Settings.defaults(folder, given).services().settings().offerOrder())
                .isEqualTo("DISK");
    }

    @Test
    void mistakes_in_a_flags_file_are_told_with_the_file_and_its_line() throws IOException {
        Path flags = folder.resolve("aurora.flags");
        Files.writeString(flags, """
                # from the start script
                -offer_set_module=http
                -min_offer_hold_time=soon
                -http_offer_set_timeout=0secs
                """);
        assertThat(problems("services:", "  flagsFile: aurora.flags"))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one)
                                .startsWith("tender.yaml:2:14: ")
                                .contains(flags + ":3: -min_offer_hold_time cannot be this: "),
                        one -> assertThat(one)
                                .startsWith("tender.yaml:2:14: ")
                                .contains(flags + ":4: -http_offer_set_timeout cannot be this: "));
        Settings.Given given = new Settings.Given(Optional.empty(), Optional.empty(), Optional.of(flags));
        assertThatThrownBy(() -> Settings.defaults(folder, given)).hasMessageContaining(flags + ":3: ");
        Files.writeString(flags, "min_offer_hold_time: soon");
        assertThat(problems("services:", "  flagsFile: aurora.flags"))
                .singleElement()
                .asString()
                .contains(flags + ":1: got 'min_offer_hold_time: soon', expected -name=value");
        assertThat(problems("services:", "  flagsFile: nowhere.flags"))
                .singleElement()
                .asString()
                .contains("nowhere.flags' cannot be read");
    }

    @Test
    void the_parameters_of_our_own_offer_sets_are_checked_with_their_lines() {
        assertThat(problems(
                        "services:",
                        "  offer_set_module: http",
                        "  offerSetParameters:",
                        "    http_offer_set_max_retries: many",
                        "    http_offer_set_endpiont: http://orders:9090"))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("tender.yaml:4:33: ").contains("http_offer_set_max_retries"),
                        one -> assertThat(one).startsWith("tender.yaml:5:30: ").contains("http_offer_set_endpoint"));
        assertThat(problems(
                        "services:",
                        "  offer_set_module: kube",
                        "  offerSetParameters: {kube_offer_set_filter_verb: filter, kube_offer_set_timeout: never}"))
                .singleElement()
                .asString()
                .startsWith("tender.yaml:3:")
                .contains("kube_offer_set_timeout");
        assertThat(read("services:", "  offer_set_module: somebodys", "  offerSetParameters: {weight: heavy}")
                        .services()
                        .offerSet())
                .containsEntry("weight", "heavy");
    }

    @Test
    void an_address_that_cannot_be_used_is_told_whole_and_nothing_is_said_of_another() {
        assertThat(problems(
                        "services:",
                        "  offer_set_module: http",
                        "  http_offer_set_ca_file: ca.pem",
                        "  http_offer_set_endpoint: http://me:secret@orders/v1"))
                .singleElement()
                .asString()
                .startsWith("tender.yaml:4:28: ")
                .contains("got:      an address with credentials", "expected: an http or https address", "to do:    ")
                .doesNotContain("..", "secret");
    }

    @Test
    void files_of_the_offer_set_begin_where_the_settings_are() {
        assertThat(read(
                                "services:",
                                "  offer_set_module: http",
                                "  http_offer_set_recording_file: orders.jsonl",
                                "  offerSetParameters: {http_offer_set_token_file: token}")
                        .services()
                        .offerSet())
                .containsEntry(
                        "http_offer_set_recording_file",
                        folder.resolve("orders.jsonl").toString())
                .containsEntry(
                        "http_offer_set_token_file", folder.resolve("token").toString());
        assertThat(read("services:", "  offer_set_module: somebodys", "  offerSetParameters: {weight_file: theirs}")
                        .services()
                        .offerSet())
                .containsEntry("weight_file", "theirs");
    }

    @Test
    void every_example_of_a_setting_of_the_http_offer_set_can_be_used() throws IOException {
        Map<String, String> examples = new TreeMap<>();
        Matcher line = Pattern.compile("(?m)^ *#: (http_offer_set_\\w+|sla_stat_refresh_interval): (\\S+)$")
                .matcher(Files.readString(EXAMPLE));
        while (line.find()) {
            examples.put(line.group(1), line.group(2).replace("\"", ""));
        }
        assertThat(examples.keySet()).isEqualTo(HttpOfferSetSettings.names());
        // The examples of certificates want it, and those of a canary another to compare with.
        examples.put("http_offer_set_endpoint", "https://localhost:9090/v1/offerset");
        examples.put("http_offer_set_shadow_of", "https://localhost:9091/v1/offerset");
        HttpOfferSetSettings.parse(examples);
    }

    @Test
    void what_is_allowed_and_probably_not_meant_is_said() {
        assertThat(read("services:", "  unavailability_threshold: 1mins")
                        .services()
                        .notices())
                .singleElement()
                .asString()
                .contains("unavailability_threshold", "min_offer_hold_time");
        assertThat(read(
                                "services:",
                                "  offer_set_module: http",
                                "  http_offer_set_timeout: 1mins",
                                "  offer_set_answer_timeout: 2secs")
                        .services()
                        .notices())
                .singleElement()
                .asString()
                .contains("1mins", "2secs", "stops listening");
        assertThat(read(
                                "services:",
                                "  extenders:",
                                "  - {urlPrefix: 'http://127.0.0.1:1', filterVerb: f}",
                                "  - {urlPrefix: 'http://127.0.0.1:2', filterVerb: f}",
                                "  - {urlPrefix: 'http://127.0.0.1:3', filterVerb: f}")
                        .services()
                        .notices())
                .singleElement()
                .asString()
                .contains("15secs", "kube_offer_set_http_timeout of 3 extenders", "after 10secs");
        assertThat(read("services:", "  http_offer_set_max_retries: 1")
                        .services()
                        .notices())
                .singleElement()
                .asString()
                .contains("http_offer_set_max_retries", "which offer_set_module does not choose")
                .doesNotContain("flag");
        assertThat(read("services:", "  enabled: true").services().notices()).isEmpty();
    }

    @Test
    void others_may_reach_it_only_encrypted_and_known_or_by_an_override() {
        assertThat(problems("listen: 0.0.0.0:5050")).singleElement().asString().contains("insecure: true");
        assertThat(problems("listen: 0.0.0.0:5050", "insecure: true")).isEmpty();
        assertThat(problems("listen: '[::1]:5050'")).isEmpty();
    }

    @Test
    void who_comes_in_is_told_by_tokens_or_certificates() throws IOException {
        Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        Settings settings = read(
                "access:",
                "- {name: ann, tokenFile: token, permissions: [operator]}",
                "- {name: shop, certificate: shop.example, permissions: [framework], roles: [shop]}");
        assertThat(settings.access().isOpen()).isFalse();
        assertThat(problems("access:", "- {name: bob, permissions: [everything]}"))
                .hasSize(2)
                .anySatisfy(one -> assertThat(one).contains("there is no such permission"))
                .anySatisfy(one -> assertThat(one).contains("'bob' has nothing to be known by"));
    }

    @Test
    void priority_classes_have_names_of_their_own_and_one_default() {
        assertThat(read("priorityClasses: [{name: urgent, value: 9, preemptionPolicy: Never}]")
                        .priorityClasses()
                        .byName())
                .containsEntry("urgent", new PriorityClass("urgent", 9, false, false))
                .containsKey("system-node-critical");
        assertThat(problems(
                        "priorityClasses:",
                        "- {name: system-mine, value: 1}",
                        "- {name: one, value: 1, globalDefault: true}",
                        "- {name: two, value: 2, globalDefault: true}",
                        "- {name: one, value: 3}",
                        "- {name: high, value: 3000000000}",
                        "- {name: odd, preemptionPolicy: Nevr}"))
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("tender.yaml:2:10: ").contains("system-"),
                        one -> assertThat(one).startsWith("tender.yaml:4:40: ").contains("globalDefault once"),
                        one -> assertThat(one).startsWith("tender.yaml:5:10: ").contains("each name once"),
                        one -> assertThat(one).startsWith("tender.yaml:6:23: ").contains("too large"),
                        one -> assertThat(one).startsWith("tender.yaml:7:33: ").contains("Did you mean 'Never'?"),
                        one -> assertThat(one).startsWith("tender.yaml:7:3: ").contains("has no value"));
    }

    @Test
    void traces_go_to_an_address_that_makes_sense() {
        assertThat(read().tracing()).isEmpty();
        assertThat(read("tracing: {endpoint: 'https://collector:4318/v1/traces'}")
                        .tracing()
                        .orElseThrow()
                        .place())
                .isEqualTo("https://collector:4318/v1/traces");
        assertThat(problems("tracing: {endpoint: 'collector:4318'}"))
                .singleElement()
                .asString()
                .contains("4318/v1/traces");
        assertThat(problems("tracing: {queue: 100}")).singleElement().asString().contains("no 'endpoint'");
        assertThat(problems("tracing: {endpoint: 'http://user:secret@collector/v1/traces'}"))
                .hasSize(1);
    }

    @Test
    void levels_may_be_given_by_name() {
        assertThat(read("log: {levels: {io.tender.decisions: debug}}").log().levels())
                .containsEntry("io.tender.decisions", LogChoice.Level.DEBUG);
        assertThat(problems("log: {levels: {io.tender: debgu}}"))
                .singleElement()
                .asString()
                .contains("Did you mean 'debug'?");
    }

    @Test
    void a_store_is_a_folder_or_a_database() {
        assertThat(read("store: /var/lib/tender").store())
                .isEqualTo(new StoreSettings.Folder(Path.of("/var/lib/tender")));
        assertThat(read("store: {at: 'jdbc:postgresql://db/tender', user: tender}")
                        .store())
                .isEqualTo(new StoreSettings.Database("jdbc:postgresql://db/tender", "tender", ""));
        assertThat(problems("store: 'mysql://db'")).singleElement().asString().startsWith("tender.yaml:1:8: ");
    }

    @Test
    void the_command_line_wins() {
        Settings settings = Settings.read(
                "tender.yaml",
                "listen: 127.0.0.1:1",
                folder,
                new Settings.Given(Optional.of("localhost:2"), Optional.of("elsewhere")));
        assertThat(settings.server().port()).isEqualTo(2);
        assertThat(settings.store()).isEqualTo(new StoreSettings.Folder(Path.of("elsewhere")));
        assertThatThrownBy(
                        () -> Settings.defaults(folder, new Settings.Given(Optional.of("nowhere"), Optional.empty())))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("--listen");
    }

    @Test
    void names_of_the_server_are_names_and_nothing_more() {
        assertThat(read("http: {hosts: [tender.example, '*']}").server().hosts())
                .containsExactly("tender.example", "*");
        assertThat(problems("http: {hosts: ['https://tender.example', 'tender.example:80']}"))
                .hasSize(2)
                .allMatch(problem -> problem.contains("'http.hosts'") && problem.contains("without scheme and port"));
    }
}
