package io.tender.cli;

import io.micrometer.core.instrument.Metrics;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.server.Dialect;
import io.tender.extender.volcano.ScoreRange;
import io.tender.model.batch.GoDuration;
import io.tender.toolkit.bridge.Bridge;
import io.tender.toolkit.bridge.BridgeSettings;
import io.tender.toolkit.bridge.Translations;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lets one scheduler use another's extenders. */
@Command(
        name = "bridge",
        description = {
            "Listens as an extender of one scheduler and asks an extender of another.",
            "",
            "  tender bridge --listen kube --port 9000 --to volcano http://gpu:8080    kube-scheduler asks Volcano's extender",
            "  tender bridge --listen volcano --to kube http://gpu:8888 --verbs predicate,prioritize",
            "  tender bridge --listen kube --to aurora --table                         what can be translated, and what not",
            "",
            "The dialects are kube, volcano, aurora and tender. What cannot be translated is refused at the start",
            "if --verbs names it, and told otherwise.",
            "It ends with Ctrl-C or SIGTERM, once the questions under way are answered."
        })
final class BridgeCommand implements Callable<Integer> {
    private static final String USUAL_TIMEOUT = "1s";
    private static final Duration FURTHER_CALL = Duration.ofMillis(1);
    private static final int MOST_PORT = 65_535;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "the extender; the verb's path is added to it, except for aurora")
    private @Nullable String url;

    @Option(names = "--listen", required = true, paramLabel = "DIALECT", description = "what the scheduler speaks")
    private String listen = "";

    @Option(names = "--to", required = true, paramLabel = "DIALECT", description = "what the extender speaks")
    private String to = "";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9000",
            description = "where the scheduler asks; 9000 unless given, 0 for any that is free")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "on which address; this machine alone unless given")
    private String host = "";

    @Option(
            names = "--verbs",
            split = ",",
            paramLabel = "VERB",
            description = "the scheduler's verbs to serve; all that can be translated unless given")
    private List<String> verbs = List.of();

    @Option(
            names = "--asks",
            split = ",",
            paramLabel = "VERB",
            description = "the verbs that the extender has; all unless given")
    private List<String> asks = List.of();

    @Option(
            names = "--node-cache-capable",
            description = "the extender speaks kube and knows nodes by name, so only names are sent")
    private boolean names;

    @Option(
            names = "--compat",
            paramLabel = "MODE",
            defaultValue = "strict",
            description =
                    "how answers of an extender that speaks kube are taken: strict, or kube, as kube-scheduler takes them")
    private String compat = "";

    @Option(
            names = "--score-range",
            paramLabel = "RANGE",
            description = "between which numbers the extender's scores lie, such as 0-1; for volcano and tender")
    private @Nullable String scoreRange;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "how long the extender may take for one question; unless given, 1s, and 1ms more for each"
                    + " further call where a question takes several")
    private @Nullable String timeout;

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file with a bearer token for the extender")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Mixin
    private ListenOptions listenTls = new ListenOptions();

    @Option(
            names = "--listen-token-file",
            paramLabel = "FILE",
            description = "a file with the bearer token that the scheduler must send")
    private @Nullable Path listenToken;

    @Option(
            names = "--listen-client-name",
            split = ",",
            paramLabel = "NAME",
            description = "the common name in a certificate of --listen-client-ca, such as system:kube-scheduler")
    private List<String> listenClientNames = List.of();

    @Option(
            names = "--insecure",
            description =
                    "let others than this machine ask without TLS and token, since the network is guarded otherwise")
    private boolean insecure;

    @Option(names = "--table", description = "print what can be translated, and why the rest cannot, and end")
    private boolean table;

    @Option(names = "--json", description = "print it as JSON")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        Dialect from = dialect("--listen", listen);
        Dialect target = dialect("--to", to);
        if (table) {
            BridgeTable.print(spec.commandLine().getOut(), from, target, json);
            return ExitCode.OK;
        }
        DaemonLogs.quieten();
        Bridge bridge = start(from, target);
        tell(bridge);
        CountDownLatch over = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            bridge.close();
            over.countDown();
            // Ending was asked for and done, which is a success.
            Runtime.getRuntime().halt(ExitCode.OK);
        }));
        over.await();
        return ExitCode.OK;
    }

    private static Dialect dialect(String option, String text) {
        return Arrays.stream(Dialect.values())
                .filter(dialect -> dialect.label().equals(text))
                .findFirst()
                .orElseThrow(() -> UserError.usage("There is no dialect '" + text + "'.")
                        .expected(option + " with one of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(Dialect.values())
                                                .map(Dialect::label)
                                                .toList())));
    }

    private ExtenderSettings extender() {
        if (url == null) {
            throw UserError.usage("Nobody is at the other end of the bridge.")
                    .expected("the address of an extender, such as http://gpu:8080")
                    .toDo("name it, or use --table to see what could be translated");
        }
        try {
            ExtenderSettings.Builder settings =
                    ExtenderSettings.of("bridge", url).deadline(time()).tls(tls.settings());
            return (tokenFile == null ? settings : settings.tokenFile(tokenFile)).build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private Duration time() {
        String text = timeout == null ? USUAL_TIMEOUT : timeout;
        return GoDuration.parse(text)
                .filter(given -> given.isPositive())
                .orElseThrow(() -> UserError.usage("'" + text + "' is no time.").expected(GoDuration.EXPECTED));
    }

    private KubeMode mode(Dialect target) {
        boolean tolerant = switch (compat) {
            case "strict" -> false;
            case "kube" -> true;
            default ->
                throw UserError.usage("There is no compatibility '" + compat + "'.")
                        .expected("--compat strict, or --compat kube");
        };
        if (tolerant && target != Dialect.KUBE) {
            throw UserError.usage("--compat kube is about extenders that speak kube.")
                    .got("--to " + target.label())
                    .expected("--to kube, or no --compat");
        }
        if (names && target != Dialect.KUBE) {
            throw UserError.usage("--node-cache-capable is about extenders that speak kube; others see whole nodes.")
                    .got("--to " + target.label())
                    .expected("--to kube, or no --node-cache-capable");
        }
        return new KubeMode(names, tolerant);
    }

    private BridgeSettings settings(Dialect from, Dialect target) {
        BridgeSettings settings = BridgeSettings.of(from, target, extender())
                .serving(Set.copyOf(verbs))
                .asking(Set.copyOf(asks))
                .speaking(mode(target))
                .longerForEachCall(timeout == null ? FURTHER_CALL : Duration.ZERO)
                .at(listening());
        if (scoreRange == null) {
            return settings;
        }
        String range = scoreRange;
        return settings.scoring(ScoreRange.parse(range)
                .orElseThrow(() -> UserError.usage("'" + range + "' is no range of scores.")
                        .expected(ScoreRange.EXPECTED)));
    }

    private Optional<BridgeSettings.Clients> clients() {
        Optional<Path> authorities = listenTls.clients();
        if (authorities.isEmpty() != listenClientNames.isEmpty()) {
            throw UserError.usage("Whoever asks is known by an authority and a name.")
                    .expected("--listen-client-ca and --listen-client-name");
        }
        return authorities.map(file -> new BridgeSettings.Clients(file, Set.copyOf(listenClientNames)));
    }

    private BridgeSettings.Listening listening() {
        if (port < 0 || port > MOST_PORT) {
            throw UserError.usage("'" + port + "' is no port.").expected("--port with 0 to " + MOST_PORT);
        }
        checkReach();
        return new BridgeSettings.Listening(
                host,
                port,
                listenTls.certificate(),
                listenTls.key(),
                Optional.ofNullable(listenToken).map(BridgeCommand::token),
                clients(),
                insecure);
    }

    /** As the server would, in the words of the command line. */
    private void checkReach() {
        boolean plain = listenTls.certificate().isEmpty();
        boolean open = listenToken == null && clients().isEmpty();
        if (!insecure && (plain || open) && !isThisMachineAlone()) {
            throw UserError.usage("Others could reach this extender, "
                            + (plain ? "unencrypted." : "and nobody is asked who they are."))
                    .got("--host " + host)
                    .expected("an address of this machine alone, or TLS and a token or a client's name")
                    .toDo(
                            "give --listen-certificate and --listen-key, and --listen-token-file; or, for a scheduler that"
                                    + " sends no token, --listen-client-ca and --listen-client-name; or --insecure if the"
                                    + " network is guarded otherwise");
        }
    }

    private boolean isThisMachineAlone() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return true; // listening there will say what is wrong
        }
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw UserError.usage("There is no token in '" + file + "'.").expected("one line with a secret");
            }
            return token;
        } catch (IOException unreadable) {
            throw UserError.usage("The token cannot be read.")
                    .got(unreadable)
                    .expected("a file with one line, the secret")
                    .toDo("name an existing file");
        }
    }

    private Bridge start(Dialect from, Dialect target) {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return Bridge.start(settings(from, target), ClientSurroundings.system(Metrics.globalRegistry), warning -> {
                err.println("warning: " + warning);
                err.flush();
            });
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        } catch (UncheckedIOException taken) {
            throw UserError.environment("The bridge cannot listen.")
                    .got(String.valueOf(taken.getCause()))
                    .expected("an address of this machine with a free port")
                    .toDo("end what listens there, or choose another --port");
        }
    }

    private void tell(Bridge bridge) {
        PrintWriter out = spec.commandLine().getOut();
        SortedMap<String, Translations.Translation> served = bridge.verbs();
        if (json) {
            ObjectNode line = JsonMapper.shared().createObjectNode();
            line.put("listening", bridge.address()).put("to", url);
            ObjectNode verbsServed = line.putObject("verbs");
            served.forEach((verb, translation) -> translation.asked().forEach(verbsServed.putArray(verb)::add));
            ObjectNode others = line.putObject("notServed");
            bridge.notServed().forEach(others::put);
            out.println(line);
        } else {
            out.println("bridge: " + bridge.address() + " → " + url);
            served.forEach(
                    (verb, translation) -> out.println("  " + verb + " → " + String.join(", ", translation.asked())));
            bridge.notServed().forEach((verb, why) -> out.println("  not served: " + verb + ": " + why));
        }
        out.flush();
    }
}
