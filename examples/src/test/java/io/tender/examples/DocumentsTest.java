package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.Failure;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.ScenarioRunner;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages show is what the build compiles and runs. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Path WRITING = ROOT.resolve("docs/writing-an-allocator.md");
    private static final Path OFFER_SETS = ROOT.resolve("docs/offersets.md");
    private static final Path GUIDE = ROOT.resolve("docs/extender-authors.md");
    private static final Path SDK = ROOT.resolve("extender/README.md");
    private static final Path OPTIONS = ROOT.resolve("docs/options.md");

    /** The pieces of a page in one language. */
    private static List<String> pieces(Path page, String language) throws IOException {
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(page));
        List<String> pieces = new ArrayList<>();
        while (matcher.find()) {
            pieces.add(matcher.group(1));
        }
        return pieces;
    }

    private static List<String> sources() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String folder : new String[] {"examples/src", "api/src/main/java/io/tender/spi"}) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    sources.add(Files.readString(file));
                }
            }
        }
        return sources;
    }

    @Test
    void every_piece_of_code_on_how_to_write_an_allocator_is_a_piece_of_a_source_file() throws IOException {
        List<String> sources = withoutPackage(sources());

        for (String language : new String[] {"java", "yaml"}) {
            assertThat(pieces(WRITING, language))
                    .isNotEmpty()
                    .allSatisfy(piece -> assertThat(sources)
                            .as("copy this piece anew from its source:\n" + piece)
                            .anySatisfy(source ->
                                    assertThat(source).contains(piece.replaceFirst("^(?://|#) src/\\S+\n", ""))));
        }
    }

    @Test
    void the_python_on_offer_sets_is_a_piece_of_the_example() throws IOException {
        String example = Files.readString(ROOT.resolve("examples/offerset/emptiest_first.py"));

        assertThat(pieces(OFFER_SETS, "python"))
                .isNotEmpty()
                .allSatisfy(piece -> assertThat(example).contains(piece));
    }

    @Test
    void every_piece_of_java_on_offer_sets_is_a_piece_of_a_source_file() throws IOException {
        assertPiecesOfSources(OFFER_SETS);
    }

    private static void assertPiecesOfSources(Path page) throws IOException {
        List<String> sources = sources();

        assertThat(pieces(page, "java"))
                .isNotEmpty()
                .allSatisfy(piece -> assertThat(sources)
                        .as("copy this piece anew from its source:\n" + piece)
                        .anySatisfy(source -> assertThat(source).contains(piece)));
    }

    /** A project of one class needs no package, so there the line is left out, and the file's name comes first. */
    private static List<String> withoutPackage(List<String> sources) {
        return sources.stream()
                .map(source -> source.replaceFirst("^package [\\w.]+;\n\n", ""))
                .toList();
    }

    @Test
    void the_guide_for_authors_shows_whole_classes_that_are_compiled_and_run_here() throws IOException {
        List<String> sources = withoutPackage(sources());

        assertThat(pieces(GUIDE, "java"))
                .hasSize(2)
                .allSatisfy(piece -> assertThat(sources)
                        .as("copy this piece anew from its source:\n" + piece)
                        .contains(piece.replaceFirst("^// src/\\S+\n", "")));
    }

    @Test
    void every_piece_of_java_on_the_page_of_the_sdk_is_a_piece_of_a_source_file() throws IOException {
        assertThat(pieces(SDK, "java")).hasSize(2);
        assertPiecesOfSources(SDK);
    }

    @Test
    void the_versions_that_authors_are_told_to_depend_on_are_those_of_the_build() throws IOException {
        String build = Files.readString(ROOT.resolve("pom.xml"));
        String ours = first(build, "<artifactId>tender</artifactId>\\s*<version>([^<]+)");
        String project = pieces(GUIDE, "xml").getFirst();
        String allocator = pieces(WRITING, "xml").getFirst();

        for (Path page : new Path[] {GUIDE, SDK, WRITING}) {
            Matcher dependency = Pattern.compile("<artifactId>(tender-[a-z]+)</artifactId>\\s*<version>([^<]+)")
                    .matcher(Files.readString(page));
            assertThat(dependency.results().toList())
                    .as(page.toString())
                    .isNotEmpty()
                    .allSatisfy(found -> {
                        assertThat(found.group(2)).isEqualTo(ours);
                        assertThat(ROOT.resolve(found.group(1).substring("tender-".length()))
                                        .resolve("pom.xml"))
                                .exists();
                    });
        }
        assertThat(first(project, "<artifactId>junit-jupiter</artifactId>\\s*<version>([^<]+)"))
                .isEqualTo(first(build, "<junit.version>([^<]+)"));
        for (String plugin : new String[] {"compiler", "surefire", "dependency"}) {
            String version = "<artifactId>maven-" + plugin + "-plugin</artifactId>\\s*<version>([^<]+)";
            assertThat(first(project, version)).isEqualTo(first(build, version));
        }
        for (String plugin : new String[] {"compiler", "surefire"}) {
            String version = "<artifactId>maven-" + plugin + "-plugin</artifactId>\\s*<version>([^<]+)";
            assertThat(first(allocator, version)).isEqualTo(first(build, version));
        }
    }

    private static String first(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    @Test
    void every_option_has_an_example_that_passes() throws IOException {
        List<String> examples = pieces(OPTIONS, "yaml").stream()
                .filter(piece -> piece.startsWith("scenario:"))
                .toList();

        for (String option : new String[] {
            "allocateWhenFreed", "nestedQuota", "honourRequests", "chargeUnusedReservations", "scarceNames"
        }) {
            assertThat(examples)
                    .as(option)
                    .anySatisfy(example -> assertThat(example).contains(option));
        }
        for (String example : examples) {
            for (Scenario scenario : ScenarioFiles.parse("docs/options.md", example)) {
                assertThat(new ScenarioRunner(AllocatorSource.builtIn())
                                .run(scenario)
                                .failure()
                                .map(Failure::text))
                        .isEmpty();
            }
        }
    }

    @Test
    void links_between_the_pages_lead_somewhere() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md"), SDK));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            Matcher links = Pattern.compile("]\\((?!https?:|#)([^)#\\s]+)").matcher(Files.readString(page));
            while (links.find()) {
                assertThat(page.resolveSibling(links.group(1)))
                        .as("linked from " + page)
                        .exists();
            }
        }
    }
}
