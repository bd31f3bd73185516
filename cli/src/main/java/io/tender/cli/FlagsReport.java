package io.tender.cli;

import io.tender.core.services.ServiceSettings;
import io.tender.extender.aurora.AuroraFlags;
import io.tender.extender.aurora.FlagMeaning;
import io.tender.extender.aurora.HttpOfferSetSettings;
import io.tender.extender.offers.Impatience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a flags file of an Aurora scheduler means, as {@code tender flags --json} prints it.
 *
 * @param flags what becomes of each
 * @param notices what is allowed and probably not meant
 * @param problems what keeps the settings from being used
 */
record FlagsReport(List<FlagMeaning> flags, List<String> notices, List<String> problems) {

    static FlagsReport of(AuroraFlags flags) {
        AuroraFlags.Divided divided = flags.divide(ServiceSettings.names());
        List<String> problems = new ArrayList<>();
        List<String> notices = new ArrayList<>();
        Duration patience = Duration.ofMillis(ServiceSettings.defaults().offerSetAnswerMillis());
        try {
            patience =
                    Duration.ofMillis(ServiceSettings.parse(divided.scheduler()).offerSetAnswerMillis());
        } catch (IllegalArgumentException wrong) {
            problems.add(String.valueOf(wrong.getMessage()));
        }
        try {
            notices.addAll(impatience(divided.offerSet(), patience));
        } catch (IllegalArgumentException wrong) {
            problems.add(String.valueOf(wrong.getMessage()));
        }
        return new FlagsReport(FlagMeaning.of(flags, ServiceSettings.names()), notices, problems);
    }

    private static List<String> impatience(Map<String, String> offerSet, Duration patience) {
        if (offerSet.isEmpty()) {
            return List.of();
        }
        Duration timeout = HttpOfferSetSettings.parse(offerSet).timeout();
        return Impatience.notice("http_offer_set_timeout", timeout, patience).stream()
                .toList();
    }
}
