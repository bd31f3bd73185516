package io.tender.core.batch;

import io.tender.spi.batch.Answer;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** How the answers of several plugins to one question become one. A plugin that throws has refused. */
final class Ballot {
    private final Choir choir;

    Ballot(Choir choir) {
        this.choir = choir;
    }

    /** All must say yes: the first who does not. */
    <H> Optional<Refusal> all(HookKind<H> kind, Function<H, Answer> ask) {
        for (Voice<H> voice : choir.of(kind)) {
            Answer answer;
            try {
                answer = Objects.requireNonNull(ask.apply(voice.hook()), "no answer");
            } catch (RuntimeException thrown) {
                return Optional.of(failed(voice, kind, thrown));
            }
            if (!answer.yes()) {
                return Optional.of(
                        new Refusal(voice.plugin(), kind.name(), Verdict.Code.UNSCHEDULABLE, answer.reason()));
            }
        }
        return Optional.empty();
    }

    /**
     * Any rejection decides at once; a tier with a permit and no rejection ends the question; otherwise it is permitted.
     */
    <H> Optional<Refusal> vote(HookKind<H> kind, Function<H, Vote> ask) {
        for (List<Voice<H>> tier : choir.tiersOf(kind)) {
            boolean permitted = false;
            for (Voice<H> voice : tier) {
                Vote vote;
                try {
                    vote = Objects.requireNonNull(ask.apply(voice.hook()), "no vote");
                } catch (RuntimeException thrown) {
                    return Optional.of(failed(voice, kind, thrown));
                }
                if (vote.kind() == Vote.Kind.REJECT) {
                    return Optional.of(
                            new Refusal(voice.plugin(), kind.name(), Verdict.Code.UNSCHEDULABLE, vote.reason()));
                }
                permitted |= vote.kind() == Vote.Kind.PERMIT;
            }
            if (permitted) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Whether any hook of a kind is such; one that throws is not. */
    <H> boolean has(HookKind<H> kind, Predicate<H> such) {
        for (Voice<H> voice : choir.of(kind)) {
            try {
                if (such.test(voice.hook())) {
                    return true;
                }
            } catch (RuntimeException thrown) {
                choir.fault(voice, kind, thrown);
            }
        }
        return false;
    }

    Refusal failed(Voice<?> voice, HookKind<?> kind, RuntimeException thrown) {
        choir.fault(voice, kind, thrown);
        return new Refusal(
                voice.plugin(), kind.name(), Verdict.Code.ERROR, "the plugin failed: " + thrown.getMessage());
    }

    /** The first that is not zero; a plugin that throws sees no difference. */
    <H> int order(HookKind<H> kind, java.util.function.ToIntFunction<H> compare) {
        for (Voice<H> voice : choir.of(kind)) {
            int order;
            try {
                order = compare.applyAsInt(voice.hook());
            } catch (RuntimeException thrown) {
                choir.fault(voice, kind, thrown);
                order = 0;
            }
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
