package io.tender.cli;

import io.tender.extender.client.RecordingSettings;
import io.tender.extender.client.RecordingWriter;
import io.tender.extender.client.TlsSettings;
import io.tender.toolkit.record.Downstream;
import io.tender.toolkit.record.ProxySettings;
import io.tender.toolkit.record.RecordingProxy;
import io.tender.toolkit.record.Upstream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Stands between a scheduler and an extender and records what they say. */
@Command(
        name = "record",
        description = {
            "Stands between a scheduler and an extender, passes every byte on as it came, and records what they say.",
            "",
            "  tender record --listen :8888 --to http://gpu:8080 -o gpu.jsonl",
            "  tender record --listen 0.0.0.0:8888 --to https://gpu:8443 --ca ca.pem -o gpu.jsonl",
            "",
            "Then give the scheduler the proxy's address, with the path it always had. It ends with Ctrl-C or SIGTERM;",
            "killed, it leaves a readable file. 'tender replay' asks the same questions again."
        })
final class RecordCommand implements Callable<Integer> {
    private static final Pattern LISTEN = Pattern.compile("(.*):([0-9]{1,5})");
    private static final long MOST_BODY = 1 << 28;
    private static final int QUEUED = 4_096;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "[HOST]:PORT",
            description = "where schedulers come in; loopback only unless a host is given, any free port with 0")
    private String listen;

    @Option(names = "--to", required = true, paramLabel = "URL", description = "the extender, http or https")
    private String to;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "the recording; a later run goes on behind what is there")
    private Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "what the extender is called in the recording (default: ${DEFAULT-VALUE})")
    private String name = "recorded";

    @Option(
            names = "--body-bytes",
            paramLabel = "N",
            description = "of each body that are kept (default: ${DEFAULT-VALUE})")
    private int bodyBytes = 16 << 20;

    @Option(
            names = "--file-bytes",
            paramLabel = "N",
            description = "a file that would grow beyond this becomes FILE.1 (default: ${DEFAULT-VALUE})")
    private long fileBytes = 1L << 30;

    @Option(
            names = "--files",
            paramLabel = "N",
            description = "how many files are kept; older ones are deleted (default: ${DEFAULT-VALUE})")
    private int files = 8;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "of schedulers at once; further ones wait (default: ${DEFAULT-VALUE})")
    private int connections = 512;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = "--no-host-check",
            description = "accept a certificate of another host, as long as an authority signed it")
    private boolean anyHost;

    @Mixin
    private ListenOptions listenTls = new ListenOptions();

    @Option(names = "--json", description = "print address and final counts as JSON, one line each")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        ProxySettings settings = settings();
        Downstream downstream = downstream();
        Upstream upstream = upstream();
        RecordingSettings recording = recording();
        checkWritable();
        RecordingWriter writer =
                new RecordingWriter("proxy", recording, ProxySettings.bytesForTheDisk(), this::trouble);
        RecordingProxy proxy;
        try {
            proxy = RecordingProxy.start(settings, downstream, upstream, writer, this::trouble);
        } catch (IOException taken) {
            writer.close();
            throw UserError.environment("'" + listen + "' cannot be listened on.")
                    .got(taken)
                    .expected("an address of this machine with a free port")
                    .toDo("end what listens there, or choose another port with --listen");
        }
        tell(proxy, upstream);
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Thread hook = new Thread(() -> {
            if (ended.compareAndSet(false, true)) {
                end(proxy, writer);
                over.countDown();
                // Ending was asked for and done, which is a success.
                Runtime.getRuntime().halt(ExitCode.OK);
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            while (!over.await(1, TimeUnit.SECONDS)) {
                progress(proxy, writer);
            }
        } finally {
            if (ended.compareAndSet(false, true)) {
                end(proxy, writer);
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        }
        return ExitCode.OK;
    }

    private ProxySettings settings() {
        Matcher form = LISTEN.matcher(listen);
        if (!form.matches() || Integer.parseInt(form.group(2)) > 65_535) {
            throw UserError.usage("'" + listen + "' is nothing to listen on.")
                    .expected("a port, or a host and a port: :8888, 127.0.0.1:8888, 0.0.0.0:8888")
                    .toDo("correct --listen");
        }
        if (bodyBytes < 0 || bodyBytes > MOST_BODY || connections < 1) {
            throw UserError.usage("The limits cannot be used.")
                    .got("--body-bytes " + bodyBytes + ", --connections " + connections)
                    .expected("0 to " + MOST_BODY + ", and at least 1");
        }
        int port = Integer.parseInt(form.group(2));
        InetSocketAddress address = form.group(1).isEmpty()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(form.group(1), port);
        if (address.isUnresolved()) {
            throw UserError.usage("The host of '" + listen + "' has no address.")
                    .toDo("correct --listen, or leave the host out for loopback");
        }
        ProxySettings usual = ProxySettings.on(address);
        return new ProxySettings(address, name, bodyBytes, connections, usual.waitingBytes());
    }

    private Downstream downstream() {
        Optional<Path> clients = listenTls.clients();
        try {
            return listenTls
                    .certificate()
                    .flatMap(chain -> listenTls.key().map(key -> Downstream.tls(chain, key, clients)))
                    .orElseGet(Downstream::plain);
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private Upstream upstream() {
        TlsSettings settings = tls.settings();
        try {
            return Upstream.at(to, anyHost ? settings.withoutHostNameCheck() : settings);
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private RecordingSettings recording() {
        try {
            return new RecordingSettings(file, bodyBytes, fileBytes, files, QUEUED);
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    /** Now rather than with the first question, which may come in the night. */
    private void checkWritable() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
        } catch (IOException unwritable) {
            throw UserError.usage("The recording '" + file + "' cannot be written.")
                    .got(unwritable)
                    .expected("a file that this user may write, or none in a folder where one may be made")
                    .toDo("name another one with -o");
        }
    }

    private void tell(RecordingProxy proxy, Upstream upstream) {
        PrintWriter out = spec.commandLine().getOut();
        String address = proxy.url();
        if (json) {
            ObjectNode line = JsonMapper.shared().createObjectNode();
            line.put("listening", address).put("to", upstream.toString()).put("file", file.toString());
            out.println(line);
        } else {
            out.println("recording: " + address + " → " + upstream);
            out.println("file:      " + file.toAbsolutePath().normalize());
        }
        out.flush();
    }

    private void trouble(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(text);
        err.flush();
    }

    private void progress(RecordingProxy proxy, RecordingWriter writer) {
        if (!json && spec.commandLine().getColorScheme().ansi() == Ansi.ON) {
            PrintWriter out = spec.commandLine().getOut();
            out.print("\r" + counts(proxy, writer) + "\u001b[K");
            out.flush();
        }
    }

    private static String counts(RecordingProxy proxy, RecordingWriter writer) {
        return writer.written() + " lines, " + writer.dropped() + " dropped, " + proxy.open() + " connections open";
    }

    private void end(RecordingProxy proxy, RecordingWriter writer) {
        try {
            proxy.close();
        } catch (IOException broken) {
            trouble("The proxy could not be closed: " + broken);
        }
        writer.close();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode line = JsonMapper.shared().createObjectNode();
            line.put("lines", writer.written()).put("dropped", writer.dropped()).put("connections", proxy.accepted());
            out.println(line);
        } else {
            out.println();
            out.println(writer.written() + " lines in " + file + ", " + writer.dropped() + " dropped, "
                    + proxy.accepted() + " connections");
        }
        out.flush();
    }
}
