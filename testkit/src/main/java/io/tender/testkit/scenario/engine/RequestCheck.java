package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedRequest;
import io.tender.testkit.services.OrderRequestBody;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Compares the requests an offer-set service got with those expected. */
final class RequestCheck {

    /** A request that the client gave up may still be on its way to the service's thread. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ServiceCluster cluster;

    RequestCheck(ServiceCluster cluster) {
        this.cluster = cluster;
    }

    private List<OrderRequestBody> take(int expected) {
        return cluster.service()
                .map(service -> service.take(expected, PATIENCE))
                .orElse(List.of());
    }

    void count(int expected, Differences differences) {
        List<OrderRequestBody> got = take(expected);
        if (got.size() != expected) {
            differences.add(expected + " requests", print(got));
        }
    }

    void check(List<ExpectedRequest> expected, Differences differences) {
        List<OrderRequestBody> got = take(expected.size());
        if (got.size() != expected.size()) {
            differences.add(expected.size() + " requests", print(got));
            return;
        }
        for (int i = 0; i < got.size(); i++) {
            compare("request " + (i + 1) + ": ", expected.get(i), got.get(i), differences);
        }
    }

    private static String print(List<OrderRequestBody> requests) {
        StringBuilder text = new StringBuilder(requests.size() + " requests");
        requests.forEach(request -> text.append("\n").append(request.text()));
        return text.toString();
    }

    private static void compare(String which, ExpectedRequest expected, OrderRequestBody got, Differences differences) {
        expected.hosts().ifPresent(hosts -> differences.compare(which + "hosts ", hosts, got.names()));
        expected.job().ifPresent(job -> differences.compare(which + "job ", job, got.job()));
        expected.body().ifPresent(body -> differences.compare(which, body, got.text()));
        expected.request().forEach((name, condition) -> {
            Optional<Double> value = Optional.ofNullable(got.request().get(name));
            if (!condition.holds(value)) {
                differences.add(
                        which + name + " " + condition,
                        which + name + " " + value.map(Object::toString).orElse("absent"));
            }
        });
    }
}
