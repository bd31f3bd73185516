package io.tender.toolkit.bridge;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.ExtenderServer;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A server in one dialect that has its questions answered by an extender of another. */
public final class Bridge implements AutoCloseable {
    private final BridgeSettings settings;
    private final Translations.Choice choice;
    private final ExtenderClient client;
    private final ExtenderServer server;

    private Bridge(BridgeSettings settings, Translations.Choice choice, ExtenderClient client, ExtenderServer server) {
        this.settings = settings;
        this.choice = choice;
        this.client = client;
        this.server = server;
    }

    /**
     * Begins to serve.
     *
     * @param warnings told, in words and once each, of what the extender does that does not get across well
     * @throws IllegalArgumentException if a verb that is wanted cannot be translated, or the settings cannot be used
     * @throws java.io.UncheckedIOException if nobody can listen there
     */
    public static Bridge start(BridgeSettings settings, ClientSurroundings surroundings, Consumer<String> warnings) {
        Translations.Choice choice =
                Translations.chosen(settings.from(), settings.to(), settings.verbs(), settings.asked());
        ExtenderClient client = new ExtenderClient(settings.extender(), surroundings);
        Crossing crossing = new Crossing(
                target(settings, warnings),
                client,
                choice,
                settings.asked(),
                new Crossing.Patience(settings.extender().deadline(), settings.furtherCall()));
        try {
            return new Bridge(settings, choice, client, listen(settings, crossing));
        } catch (RuntimeException failed) {
            client.close();
            throw failed;
        }
    }

    private static ExtenderServer listen(BridgeSettings settings, Crossing crossing) {
        BridgeSettings.Listening listen = settings.listen();
        ExtenderServer.Builder server = ExtenderServer.builder()
                .answeredBy(crossing)
                .dialects(settings.from())
                .host(listen.host());
        listen.certificate().ifPresent(chain -> listen.key().ifPresent(key -> server.tls(chain, key)));
        listen.token().ifPresent(server::token);
        listen.clients()
                .ifPresent(clients ->
                        new TreeSet<>(clients.names()).forEach(name -> server.client(clients.authorities(), name)));
        return (listen.insecure() ? server.insecure() : server).listen(listen.port());
    }

    private static Target target(BridgeSettings settings, Consumer<String> warnings) {
        Dialect from = settings.from();
        ScoreScale scale = new ScoreScale(from, settings.scores(), warnings);
        return switch (settings.to()) {
            case KUBE -> new KubeTarget(new KubeForms(from), settings.mode(), scale, warnings);
            case VOLCANO -> new BatchTarget(new VolcanoForms(from), true, scale);
            case TENDER -> new BatchTarget(new LeanForms(from), false, scale);
            case AURORA -> new AuroraTarget(scale);
        };
    }

    /** What a scheduler is told as the address of its extender. */
    public String address() {
        return server.address() + "/" + settings.from().label();
    }

    /** What is served, and what the extender is asked for it. */
    public SortedMap<String, Translations.Translation> verbs() {
        return choice.served();
    }

    /** The scheduler's other verbs, each with the reason; whoever asks is told it too. */
    public SortedMap<String, String> notServed() {
        return choice.notServed();
    }

    /** Takes no more questions, lets those that are being answered end, and closes. */
    @Override
    public void close() {
        server.close();
        client.close();
    }
}
