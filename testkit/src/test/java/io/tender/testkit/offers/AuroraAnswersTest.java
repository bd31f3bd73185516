package io.tender.testkit.offers;

import static io.tender.testkit.offers.ScriptedService.closing;
import static io.tender.testkit.offers.ScriptedService.dripping;
import static io.tender.testkit.offers.ScriptedService.json;
import static io.tender.testkit.offers.ScriptedService.silent;
import static io.tender.testkit.offers.ScriptedService.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of each answer, by default and with {@code http_offer_set_compat=aurora-0.27}: the table of
 * docs/compatibility.md, row by row. Held are A on ha, B on hb, C on hc, in this native order.
 */
class AuroraAnswersTest {
    private static final String GOOD = "{\"error\":\"\",\"hosts\":[\"hc\",\"hb\",\"ha\"]}";
    private static final String NATIVE = "A B C";
    private static final boolean FAILS = true;
    private static final boolean FINE = false;

    /** A row: what is answered, and the order and whether that is a failure, by default and as with Aurora. */
    record Row(
            String name,
            ScriptedService.Conduct conduct,
            String order,
            boolean failure,
            String compatOrder,
            boolean compatFailure) {

        static Row same(String name, ScriptedService.Conduct conduct, String order, boolean failure) {
            return new Row(name, conduct, order, failure, order, failure);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Row> rows() {
        return List.of(
                Row.same("an order", json(GOOD), "C B A", FINE),
                Row.same("status 500 with an order", status(500, "", GOOD), NATIVE, FAILS),
                Row.same("status 404 with an order", status(404, "", GOOD), NATIVE, FAILS),
                Row.same("a body that is not JSON", json("hc hb ha"), NATIVE, FAILS),
                Row.same("errors instead of error", json("{\"errors\":\"\",\"hosts\":[\"hc\",\"ha\"]}"), "C A", FINE),
                Row.same("errors that says something", json("{\"errors\":\"no\",\"hosts\":[\"hc\"]}"), NATIVE, FAILS),
                Row.same("a trailing comma", json("{\"error\":\"\",\"hosts\":[\"hc\",\"hb\",]}"), "C B", FINE),
                Row.same(
                        "an unknown key", json("{\"error\":\"\",\"took\":{\"ms\":[3]},\"hosts\":[\"hc\"]}"), "C", FINE),
                new Row("no host named", json("{\"error\":\"\",\"hosts\":[]}"), NATIVE, FINE, "", FINE),
                new Row("an empty object", json("{}"), NATIVE, FAILS, "", FINE),
                Row.same("no error key", json("{\"hosts\":[\"hb\"]}"), "B", FINE),
                Row.same("error null", json("{\"error\":null,\"hosts\":[\"hb\"]}"), "B", FINE),
                Row.same("hosts null", json("{\"error\":\"\",\"hosts\":null}"), NATIVE, FAILS),
                Row.same("a body of null", json("null"), NATIVE, FAILS),
                Row.same("error a boolean", json("{\"error\":false,\"hosts\":[\"hb\"]}"), NATIVE, FAILS),
                Row.same("error of blanks", json("{\"error\":\"  \",\"hosts\":[\"hb\"]}"), "B", FINE),
                new Row("only unknown names", json("{\"error\":\"\",\"hosts\":[\"x\",\"y\"]}"), NATIVE, FINE, "", FINE),
                Row.same("a repeated name", json("{\"error\":\"\",\"hosts\":[\"hb\",\"hb\",\"ha\"]}"), "B A", FINE),
                Row.same("null and a number", json("{\"error\":\"\",\"hosts\":[null,\"hb\",7]}"), "B", FINE),
                Row.same("an object among the hosts", json("{\"hosts\":[{\"name\":\"hb\"}]}"), NATIVE, FAILS),
                new Row("garbage behind the object", json(GOOD + " and more"), NATIVE, FAILS, "C B A", FINE),
                Row.same("an empty body", json(""), NATIVE, FAILS),
                Row.same("status 204", status(204, "", ""), NATIVE, FAILS),
                Row.same("status 302", status(302, "Location: /elsewhere\r\n", ""), NATIVE, FAILS),
                Row.same("status 303", status(303, "Location: /elsewhere\r\n", ""), NATIVE, FAILS),
                Row.same("no content type", status(200, "", GOOD), "C B A", FINE),
                Row.same("the server closes without an answer", closing(), NATIVE, FAILS),
                Row.same("no byte within the timeout", silent(), NATIVE, FAILS),
                Row.same("a byte every 20 ms, the whole beyond the timeout", dripping(GOOD), NATIVE, FAILS));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void by_default(Row row) {
        check(row, "none", row.order(), row.failure());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void with_the_habits_of_aurora(Row row) {
        check(row, "aurora-0.27", row.compatOrder(), row.compatFailure());
    }

    private static void check(Row row, String compat, String order, boolean failure) {
        boolean slow = row.name().contains("timeout");
        try (ScriptedService service = new ScriptedService(row.conduct());
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(),
                                "http_offer_set_compat",
                                compat,
                                "http_offer_set_max_retries",
                                "1",
                                "http_offer_set_timeout",
                                slow ? "100ms" : "5secs")
                        .holding("A:ha", "B:hb", "C:hc")) {
            assertThat(bench.order()).isEqualTo(order);
            assertThat(bench.set.isFailing()).isEqualTo(failure);
            assertThat(bench.counter("failures")).isEqualTo(failure ? 1 : 0);
        }
    }

    @ParameterizedTest
    @MethodSource("nowhere")
    void nobody_there_is_the_native_order(String endpoint) {
        try (HttpSetBench bench =
                new HttpSetBench(endpoint, "http_offer_set_max_retries", "2").holding("A:ha", "B:hb", "C:hc")) {
            assertThat(bench.order()).isEqualTo(NATIVE);
            assertThat(bench.set.isFailing()).isTrue();
            if (endpoint.contains("127.0.0.1")) {
                // Looking up a name may take all the time there is.
                assertThat(bench.registry
                                .get("tender.extender.retries")
                                .counter()
                                .count())
                        .isEqualTo(2);
            }
        }
    }

    static List<String> nowhere() {
        ScriptedService service = new ScriptedService(closing());
        service.close();
        return List.of(service.endpoint(), "http://no-such-host.invalid:9090/v1/offerset");
    }
}
