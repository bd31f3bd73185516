package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldOffersTest {
    private final HeldOffers held = new HeldOffers(WireForm.of(Compat.NONE));

    private static HostOffer offer(String id, String resources) {
        return HostOffer.of(new OfferId(id), new AgentId("a-" + id), "h-" + id, Resources.parse(resources));
    }

    private EncodedOffers encoded(HostOffer... offers) {
        return held.encoded(List.of(offers));
    }

    private String text(HostOffer... offers) {
        return text(encoded(offers));
    }

    private static String text(EncodedOffers offers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            offers.writeTo(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array refused bytes", impossible);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void offers_are_put_together_once_however_often_the_same_are_sent() {
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

        assertThat(text(after)).contains("\"cpu\":4");
        assertThat(held.size()).isEqualTo(1);
    }

    @Test
    void an_offer_that_left_is_still_sent_to_a_service_that_was_asked_about_it() {
        HostOffer offer = offer("o1", "cpus:1;mem:2;disk:3");
        held.add(offer);
        String first = text(offer);
        held.clear();

        assertThat(text(offer)).isEqualTo(first);
        assertThat(held.size()).isZero();
        assertThat(held.all()).isEmpty();
    }

    /** The same as one would first write it: each offer encoded, one behind the other. */
    private static String oneByOne(List<HostOffer> offers) {
        StringBuilder all = new StringBuilder();
        offers.forEach(offer -> all.append(new String(WireForm.of(Compat.NONE).host(offer), StandardCharsets.UTF_8)));
        return all.substring(Math.min(1, all.length()));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 40, 400})
    void bytes_stay_with_their_offers_however_many_come_and_go_at_once(int mostChanges) {
        Random random = new Random(7);
        List<HostOffer> offers = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            int place = random.nextInt(offers.size() + 1);
            int leaving = random.nextInt(mostChanges);
            for (int i = 0; i < leaving && place < offers.size(); i++) {
                held.remove(offers.remove(place));
            }
            int coming = random.nextInt(mostChanges);
            for (int i = 0; i < coming; i++) {
                HostOffer added =
                        offer("o" + round + "-" + i + (i % 5 == 0 ? "ü" : ""), "cpus:" + (1 + round) + ";mem:2");
                held.add(added);
                offers.add(random.nextBoolean() ? place : random.nextInt(offers.size() + 1), added);
            }
            if (round % 20 == 0) {
                Collections.shuffle(offers, random);
            }
            EncodedOffers encoded = encoded(offers.toArray(HostOffer[]::new));

            String expected = oneByOne(offers);
            assertThat(text(encoded)).isEqualTo(expected);
            assertThat(encoded.length())
                    .isEqualTo(offers.isEmpty() ? 0 : 1 + expected.getBytes(StandardCharsets.UTF_8).length);
            HostNames names = new HostNames(encoded);
            for (int i = 0; i < encoded.size(); i++) {
                assertThat(names.first(offers.get(i).hostname())).isEqualTo(i);
            }
        }
    }
}
