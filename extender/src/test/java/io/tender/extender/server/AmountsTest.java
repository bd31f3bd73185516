package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.ResourceList;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "64",
                "110",
                "63500m",
                "1m",
                "999999",
                "1000000",
                "16Ki",
                "999999Mi",
                "256Gi",
                "999Gi",
                "1000Gi",
                "1Ti",
                "1.5",
                "0.5",
                "1e3",
                "100M",
                "007",
                "250u"
            })
    void a_quantity_read_at_a_glance_is_the_one_that_is_read_with_care(String text) throws Unreadable {
        byte[] json = ("{\"cpu\":\"" + text + "\",\"memory\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
        assertThat(Amounts.quantities(new Cursor(json)))
                .isEqualTo(ResourceList.parse(Map.of("cpu", text, "memory", text)));
    }
}
