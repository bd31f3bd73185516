package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderRequestTest {
    @Test
    void what_can_be_done_while_the_service_reads_is_done_when_everything_has_left() throws IOException {
        HostOffer offer = HostOffer.of(new OfferId("o1"), new AgentId("a1"), "host", Resources.parse("cpus:1;mem:2"));
        EncodedOffers offers = new HeldOffers(WireForm.of(Compat.NONE)).encoded(List.of(offer));
        List<String> happened = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void flush() {
                happened.add("sent " + toString(StandardCharsets.US_ASCII));
            }
        };

        new OrderRequest("[".getBytes(StandardCharsets.US_ASCII), offers, () -> happened.add("prepared")).writeTo(out);

        assertThat(happened)
                .containsExactly(
                        "sent [{\"name\":\"host\",\"offer\":{\"cpu\":1,\"memory\":2,\"disk\":0}}]}", "prepared");
    }
}
