package io.tender.extender.volcano;

import io.micrometer.core.instrument.Metrics;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes the plugin that asks a program over HTTP. Its metrics go to Micrometer's global registry, to which the program adds
 * the registries it publishes; who has surroundings of its own gives them.
 */
public final class ExtenderPluginFactory implements BatchPluginFactory {
    private static final int LONGEST_NAME = 63;
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._-]");
    private static final Pattern BAD_BEGINNING = Pattern.compile("^[^A-Za-z0-9]+");

    private final ClientSurroundings surroundings;
    private final ExtenderBoard board;

    public ExtenderPluginFactory() {
        this(ClientSurroundings.system(Metrics.globalRegistry));
    }

    public ExtenderPluginFactory(ClientSurroundings surroundings) {
        this(surroundings, new ExtenderBoard());
    }

    /** @param board where its plugins are put up */
    public ExtenderPluginFactory(ClientSurroundings surroundings, ExtenderBoard board) {
        this.surroundings = surroundings;
        this.board = board;
    }

    @Override
    public String name() {
        return "extender";
    }

    @Override
    public String description() {
        return "Asks a program over HTTP at every decision it has a verb for.";
    }

    /** With arguments that cannot be used, which they tell, a plugin without any hook. */
    @Override
    public BatchPlugin create(Arguments arguments, PluginSetup setup) {
        Optional<PluginSettings> settings = new ArgumentReader(arguments).read(extenderName(setup.name()));
        Optional<ShadowSettings> shadow = new ShadowArguments(arguments)
                .read(settings.map(known -> known.client().deadline()).orElse(Duration.ofSeconds(1)));
        if (settings.isEmpty() || shadow.isEmpty()) {
            return session -> Hooks.none();
        }
        try {
            return new ExtenderPlugin(settings.get(), shadow.get(), arguments.values(), surroundings, board);
        } catch (IllegalArgumentException unusable) {
            String message = String.valueOf(unusable.getMessage()).replaceAll("\\s*\\n\\s*", " ");
            String argument = argumentOf(settings.get().client(), message, arguments);
            arguments.problem(
                    argument,
                    argument.endsWith("Data") ? "a text that cannot be used" : "a file that cannot be used",
                    message);
            return session -> Hooks.none();
        }
    }

    /** Which of the files it is about, by the path in the message; texts have none, and go before files. */
    private static String argumentOf(ExtenderSettings settings, String message, Arguments arguments) {
        Map<String, Path> files = new LinkedHashMap<>();
        settings.tokenFile().ifPresent(file -> files.put("extender.tokenFile", file));
        settings.tls().identity().ifPresent(identity -> {
            if (identity instanceof TlsSettings.Identity.Pem pem) {
                files.put("extender.tls.certificate", pem.certificates());
                files.put("extender.tls.key", pem.key());
            }
        });
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (message.contains(file.getValue().toString())) {
                return file.getKey();
            }
        }
        return Stream.of("extender.tls.caData", "extender.tls.certificateData")
                .filter(arguments::has)
                .findFirst()
                .orElse("extender.tls.ca");
    }

    /** What the settings call it may have letters that labels of metrics and names of threads must not have. */
    private static String extenderName(String given) {
        String plain = NOT_IN_NAMES.matcher(given).replaceAll("-");
        plain = BAD_BEGINNING.matcher(plain).replaceAll("");
        plain = plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
        return plain.isEmpty() ? "extender" : plain;
    }
}
