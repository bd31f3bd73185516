package io.tender.benchmarks.offersets;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.spi.offers.OfferQuery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The same exchange as one would first write it: records, databind and the JDK's own client. */
final class PlainExchange implements AutoCloseable {
    record Amounts(double cpu, double memory, double disk) {
        static Amounts of(ResourceBundle bundle) {
            return new Amounts(bundle.cpuMillis() / 1e3, bundle.ramMillis() / 1e3, bundle.diskMillis() / 1e3);
        }
    }

    record Host(String name, Amounts offer) {}

    record Question(String jobKey, Amounts request, List<Host> hosts) {}

    record Answer(String error, List<String> hosts) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI endpoint;

    PlainExchange(String endpoint) {
        this.endpoint = URI.create(endpoint);
    }

    List<HostOffer> getOrdered(OfferQuery query) throws IOException, InterruptedException {
        List<Host> hosts = new ArrayList<>(query.candidates().size());
        Map<String, List<HostOffer>> byHost = new HashMap<>();
        for (HostOffer offer : query.candidates()) {
            hosts.add(new Host(offer.hostname(), Amounts.of(offer.firm().plus(offer.revocable()))));
            byHost.computeIfAbsent(offer.hostname(), name -> new ArrayList<>(1)).add(offer);
        }
        Question question = new Question(query.group().job().toString(), Amounts.of(query.request()), hosts);
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(question)))
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        List<HostOffer> ordered = new ArrayList<>(hosts.size());
        for (String host : JSON.readValue(response.body(), Answer.class).hosts()) {
            ordered.addAll(byHost.getOrDefault(host, List.of()));
        }
        return ordered;
    }

    @Override
    public void close() {
        client.close();
    }
}
