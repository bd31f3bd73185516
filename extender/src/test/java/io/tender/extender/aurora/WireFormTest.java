package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormTest {

    private static HostOffer offer(String host, String resources) {
        return HostOffer.of(
                new OfferId("offer of " + host.length()), new AgentId("agent"), host, Resources.parse(resources));
    }

    private static byte[] body(Compat compat, String job, String request, long nanos, HostOffer... offers)
            throws IOException {
        WireForm form = WireForm.of(compat);
        EncodedOffers hosts = new HeldOffers(form).encoded(List.of(offers));
        OrderRequest body = new OrderRequest(
                form.beginning(JobKey.parse(job), ResourceBundle.parse(request), nanos), hosts, () -> {});
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        assertThat(body.length()).isEqualTo(out.size());
        return out.toByteArray();
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = WireFormTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @Test
    void the_published_form_has_true_amounts_exact_to_a_thousandth() throws IOException {
        assertThat(body(
                        Compat.NONE,
                        "test/dev/job-1",
                        "cpus:1;mem:512",
                        7,
                        offer("agent-1", "cpus:1;mem:1024;disk:2048"),
                        offer("agent-2", "cpus:3;mem:4096.5;disk:2048"),
                        offer("agent-3", "cpus:2.25;mem:0.001;disk:10485760")))
                .asString()
                .isEqualTo(new String(golden("request-published.json"), StandardCharsets.UTF_8));
    }

    @Test
    void the_form_of_aurora_is_what_the_real_program_sent() throws IOException {
        assertThat(body(
                        Compat.AURORA_0_27,
                        "test/devel/job",
                        "cpus:1.25;mem:640;disk:1024",
                        2_116_171_113_014L,
                        offer("slave-1-hostname", "cpus:16;mem:16384;disk:102400")))
                .isEqualTo(golden("request-aurora-0.27.json"));
    }

    @Test
    void names_are_sent_as_utf_8_and_with_quotes_and_control_characters_escaped() throws IOException {
        assertThat(body(
                        Compat.NONE,
                        "r.x/e/n",
                        "cpus:0.5;mem:128;disk:1",
                        7,
                        offer("größe-世界-😀-\"q\"-\u0001", "cpus:0.1;mem:1;disk:1")))
                .isEqualTo(golden("request-odd-names-published.json"));
    }

    @Test
    void in_the_form_of_aurora_what_is_not_latin_1_becomes_a_question_mark_and_large_numbers_have_exponents()
            throws IOException {
        assertThat(body(
                        Compat.AURORA_0_27,
                        "r.x/e/n",
                        "cpus:0.5;mem:128;disk:1",
                        7,
                        offer("größe-世界-😀-\"q\"-\u0001", "cpus:0.1;mem:1;disk:10000000")))
                .isEqualTo(golden("request-odd-names-aurora-0.27.json"));
    }

    @Test
    void revocable_amounts_are_offered_too() throws IOException {
        HostOffer offer = offer("h", "cpus:2;mem:8;disk:8;cpus{REV}:1.5");

        assertThat(new String(WireForm.of(Compat.NONE).host(offer), StandardCharsets.UTF_8))
                .isEqualTo(",{\"name\":\"h\",\"offer\":{\"cpu\":3.5,\"memory\":8,\"disk\":8}}");
        assertThat(new String(WireForm.of(Compat.AURORA_0_27).host(offer), StandardCharsets.UTF_8))
                .isEqualTo(",{\"name\":\"h\",\"offer\":{\"cpu\":3.5,\"memory\":16.0,\"disk\":16.0}}");
    }

    @Test
    void with_revocable_memory_aurora_counts_memory_once_and_disk_twice() {
        HostOffer offer = offer("h", "cpus:2;mem:8;disk:8;mem{REV}:4");

        assertThat(new String(WireForm.of(Compat.AURORA_0_27_REVOCABLE_RAM).host(offer), StandardCharsets.UTF_8))
                .isEqualTo(",{\"name\":\"h\",\"offer\":{\"cpu\":2.0,\"memory\":12.0,\"disk\":16.0}}");
    }

    /** A host with a plain name is written in a way of its own. */
    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 9, 10, 99, 100, 120, 999, 1_000, 1_001, 1_010, 1_100, 32_000, 131_072_000, Long.MAX_VALUE})
    void amounts_are_the_same_whether_a_name_is_plain_or_not(long millis) {
        WireForm form = WireForm.of(Compat.NONE);
        ResourceBundle amounts = new ResourceBundle(millis, millis / 7, millis / 3, 0, 0, 0);
        String expected = ",{\"name\":\"a b\",\"offer\":{\"cpu\":" + form.number(amounts.cpuMillis()) + ",\"memory\":"
                + form.number(amounts.ramMillis()) + ",\"disk\":" + form.number(amounts.diskMillis()) + "}}";

        assertThat(PlainHost.bytes("a b".getBytes(StandardCharsets.US_ASCII), amounts))
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo(expected);
    }

    @Test
    void the_content_types_are_a_legal_one_and_the_one_aurora_sent() {
        assertThat(WireForm.of(Compat.NONE).contentType()).isEqualTo("application/json");
        assertThat(WireForm.of(Compat.AURORA_0_27).contentType()).isEqualTo("application/json; utf-8");
    }

    @Test
    void a_request_of_many_pieces_is_those_pieces_one_behind_the_other() throws IOException {
        HostOffer[] offers = new HostOffer[3_000];
        StringBuilder expected =
                new StringBuilder("{\"jobKey\":\"r-e-n\",\"request\":{\"cpu\":1,\"memory\":1,\"disk\":1},\"hosts\":[");
        for (int i = 0; i < offers.length; i++) {
            String name = "h".repeat(1 + i % 90) + i;
            offers[i] = offer(name, "cpus:1;mem:2;disk:3");
            expected.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"")
                    .append(name)
                    .append("\",\"offer\":{\"cpu\":1,\"memory\":2,\"disk\":3}}");
        }

        assertThat(new String(body(Compat.NONE, "r/e/n", "cpus:1;mem:1;disk:1", 7, offers), StandardCharsets.UTF_8))
                .isEqualTo(expected.append("]}").toString());
    }

    @Test
    void a_piece_longer_than_a_chunk_is_sent_whole() throws IOException {
        String name = "x".repeat(200_000);

        assertThat(new String(
                        body(Compat.NONE, "r/e/n", "cpus:1;mem:1;disk:1", 7, offer(name, "cpus:1;mem:2;disk:3")),
                        StandardCharsets.UTF_8))
                .contains("\"name\":\"" + name + "\"")
                .endsWith("]}");
    }
}
