package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeldOffersTest {
    private final HeldOffers held = new HeldOffers(WireForm.of(Compat.NONE));

    private static HostOffer offer(String id, String resources) {
        return HostOffer.of(new OfferId(id), new AgentId("a-" + id), "h-" + id, Resources.parse(resources));
    }

    private byte[] encoded(HostOffer offer) {
        return held.encoded(new HostOffer[] {offer}).bytes[0];
    }

    @Test
    void an_offer_is_encoded_once_however_often_it_is_sent() {
        HostOffer offer = offer("o1", "cpus:1;mem:2;disk:3");
        held.add(offer);

        assertThat(encoded(offer)).isSameAs(encoded(offer));
    }

    @Test
    void an_offer_that_changed_is_encoded_anew() {
        HostOffer before = offer("o1", "cpus:1;mem:2;disk:3");
        HostOffer after = offer("o1", "cpus:4;mem:2;disk:3");
        held.add(before);
        encoded(before);
        held.add(after);

        assertThat(new String(encoded(after), StandardCharsets.UTF_8)).contains("\"cpu\":4");
        assertThat(held.size()).isEqualTo(1);
    }

    @Test
    void an_offer_that_left_is_still_sent_to_a_service_that_was_asked_about_it() {
        HostOffer offer = offer("o1", "cpus:1;mem:2;disk:3");
        held.add(offer);
        byte[] first = encoded(offer);
        held.clear();

        assertThat(encoded(offer)).isEqualTo(first).isNotSameAs(first);
        assertThat(held.size()).isZero();
        assertThat(held.all()).isEmpty();
    }

    @Test
    void bytes_stay_with_their_offers_however_these_are_shuffled() {
        Random random = new Random(7);
        List<HostOffer> offers = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            int changes = random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                if (!offers.isEmpty() && random.nextBoolean()) {
                    held.remove(offers.remove(random.nextInt(offers.size())));
                }
                HostOffer added = offer("o" + round + "-" + i, "cpus:" + (1 + round) + ";mem:2;disk:3");
                held.add(added);
                offers.add(random.nextInt(offers.size() + 1), added);
            }
            if (round % 20 == 0) {
                Collections.shuffle(offers, random);
            }
            EncodedOffers encoded = held.encoded(offers.toArray(HostOffer[]::new));
            for (int i = 0; i < encoded.size(); i++) {
                assertThat(encoded.bytes[i]).isEqualTo(WireForm.of(Compat.NONE).host(offers.get(i)));
                assertThat(encoded.names[i]).isEqualTo(offers.get(i).hostname());
                assertThat(encoded.hashes[i]).isEqualTo(offers.get(i).hostname().hashCode());
            }
        }
    }

    @Test
    void bytes_made_on_one_thread_are_seen_whole_on_another() throws ReflectiveOperationException {
        // What a missing barrier does is seen too rarely to be tested by trying.
        Class<?> kept = Class.forName(HeldOffers.class.getName() + "$Held");
        assertThat(Modifier.isVolatile(kept.getDeclaredField("bytes").getModifiers()))
                .isTrue();
    }
}
