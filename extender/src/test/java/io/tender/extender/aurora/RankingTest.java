package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {

    private static HostOffer offer(int number, String host) {
        return HostOffer.of(
                new OfferId("o" + number), new AgentId("a" + number), host, Resources.parse("cpus:1;mem:1;disk:1"));
    }

    private static EncodedOffers encoded(HostOffer... offers) {
        return new HeldOffers(WireForm.of(Compat.NONE)).encoded(List.of(offers));
    }

    @Test
    void hosts_whose_names_have_equal_hash_codes_are_told_apart() {
        HostOffer[] offers = {offer(1, "AaAa"), offer(2, "BBBB"), offer(3, "AaBB"), offer(4, "AaAa")};
        Ranking ranking = new Ranking(new HostNames(encoded(offers)));
        ranking.name("BBAa");
        ranking.name("AaBB");
        ranking.name("AaAa");

        assertThat(ranking.ordered()).containsExactly(offers[2], offers[0], offers[3]);
        assertThat(ranking.unknown()).isEqualTo(1);
        assertThat(ranking.missing()).isEqualTo(1);
    }

    /** The same with a map of lists, as one would write it first. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void any_answer_is_ranked_as_a_map_of_lists_would(long seed) {
        Random random = new Random(seed);
        HostOffer[] offers = new HostOffer[random.nextInt(1, 300)];
        Map<String, List<HostOffer>> byHost = new LinkedHashMap<>();
        for (int i = 0; i < offers.length; i++) {
            offers[i] = offer(i, "host-" + random.nextInt(200));
            byHost.computeIfAbsent(offers[i].hostname(), host -> new ArrayList<>())
                    .add(offers[i]);
        }
        List<HostOffer> expected = new ArrayList<>();
        int unknown = 0;
        int repeated = 0;
        List<String> seen = new ArrayList<>();
        Ranking ranking = new Ranking(new HostNames(encoded(offers)));
        for (int i = 0; i < 250; i++) {
            String name = "host-" + random.nextInt(220);
            ranking.name(name);
            if (!byHost.containsKey(name)) {
                unknown++;
            } else if (seen.contains(name)) {
                repeated++;
            } else {
                seen.add(name);
                expected.addAll(byHost.get(name));
            }
        }

        assertThat(ranking.ordered()).isEqualTo(expected);
        assertThat(ranking.unknown()).isEqualTo(unknown);
        assertThat(ranking.repeated()).isEqualTo(repeated);
        assertThat(ranking.missing()).isEqualTo(offers.length - expected.size());
    }
}
