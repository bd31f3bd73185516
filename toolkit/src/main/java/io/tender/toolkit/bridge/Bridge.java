package io.tender.toolkit.bridge;

import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Question;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;

/** A server in one dialect that has its questions answered by an extender of another. */
public final class Bridge implements AutoCloseable {
    private final BridgeSettings settings;
    private final SortedMap<String, Translations.Translation> verbs;
    private final ExtenderClient client;
    private final ExtenderServer server;

    private Bridge(
            BridgeSettings settings,
            SortedMap<String, Translations.Translation> verbs,
            ExtenderClient client,
            ExtenderServer server) {
        this.settings = settings;
        this.verbs = verbs;
        this.client = client;
        this.server = server;
    }

    /**
     * Begins to serve.
     *
     * @throws IllegalArgumentException if a verb that is wanted cannot be translated, or the settings cannot be used
     * @throws java.io.UncheckedIOException if nobody can listen there
     */
    public static Bridge start(BridgeSettings settings, ClientSurroundings surroundings) {
        SortedMap<String, Translations.Translation> verbs =
                Translations.chosen(settings.from(), settings.to(), settings.verbs(), settings.asked());
        Set<Question.Kind> kinds = EnumSet.noneOf(Question.Kind.class);
        verbs.values().forEach(translation -> kinds.add(translation.kind()));
        ExtenderClient client = new ExtenderClient(settings.extender(), surroundings);
        Crossing crossing = new Crossing(
                target(settings),
                client,
                kinds,
                settings.asked(),
                settings.extender().deadline());
        try {
            return new Bridge(settings, verbs, client, listen(settings, crossing));
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
        return (listen.insecure() ? server.insecure() : server).listen(listen.port());
    }

    private static Target target(BridgeSettings settings) {
        Dialect from = settings.from();
        return switch (settings.to()) {
            case KUBE -> new KubeTarget(new KubeForms(from), new KubeMode(settings.names(), false));
            case VOLCANO -> new BatchTarget(new VolcanoForms(from), true);
            case TENDER -> new BatchTarget(new LeanForms(from), false);
            case AURORA -> new AuroraTarget();
        };
    }

    /** What a scheduler is told as the address of its extender. */
    public String address() {
        return server.address() + "/" + settings.from().label();
    }

    /** What is served, and what the extender is asked for it. */
    public SortedMap<String, Translations.Translation> verbs() {
        return verbs;
    }

    /** Takes no more questions, lets those that are being answered end, and closes. */
    @Override
    public void close() {
        server.close();
        client.close();
    }
}
