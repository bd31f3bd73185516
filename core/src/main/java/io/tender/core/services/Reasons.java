package io.tender.core.services;

import io.tender.model.service.Veto.Reason;
import io.tender.spi.offers.Objection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the verdicts of one attempt, to answer what a group is waiting for. */
final class Reasons {
    private int[] verdicts = new int[8];
    private int[] counts = new int[8];
    private int size;
    /** What the offer set said; in verdicts each stands for its place, counted from 1. */
    private final List<Objection> objections = new ArrayList<>();

    /** Many words are no explanation: what is said beyond these is only counted. */
    private static final int MOST_OBJECTIONS = 20;

    /** The offer set left one out, with these words. */
    void leftOut(Objection objection) {
        add(Reason.LEFT_OUT, objection);
    }

    /** The offer set would not have a task started there, with these words. */
    void notBound(Objection objection) {
        add(Reason.NOT_BOUND, objection);
    }

    private void add(Reason reason, Objection objection) {
        int place = objections.indexOf(objection);
        if (place < 0 && objections.size() < MOST_OBJECTIONS) {
            objections.add(objection);
            place = objections.size() - 1;
        }
        add(Verdict.of(reason, place + 1));
    }

    void add(int verdict) {
        add(verdict, 1);
    }

    void add(int verdict, int times) {
        for (int i = 0; i < size; i++) {
            if (verdicts[i] == verdict) {
                counts[i] += times;
                return;
            }
        }
        if (size == verdicts.length) {
            verdicts = Arrays.copyOf(verdicts, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        verdicts[size] = verdict;
        counts[size++] = times;
    }

    /** In words, with how many offers each stands for. */
    SortedMap<String, Integer> texts(SchedulingFilter filter) {
        TreeMap<String, Integer> texts = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            texts.merge(text(verdicts[i], filter), counts[i], Integer::sum);
        }
        return texts;
    }

    private String text(int verdict, SchedulingFilter filter) {
        Reason reason = Verdict.reason(verdict);
        if ((reason == Reason.LEFT_OUT || reason == Reason.NOT_BOUND) && Verdict.detail(verdict) > 0) {
            Objection objection = objections.get(Verdict.detail(verdict) - 1);
            return reason.text("") + ": " + objection.author() + ": " + objection.reason();
        }
        return reason.text(filter.subject(verdict));
    }
}
