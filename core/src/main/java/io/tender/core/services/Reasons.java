package io.tender.core.services;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the verdicts of one attempt, to answer what a group is waiting for. */
final class Reasons {
    private int[] verdicts = new int[8];
    private int[] counts = new int[8];
    private int size;

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
            texts.merge(Verdict.reason(verdicts[i]).text(filter.subject(verdicts[i])), counts[i], Integer::sum);
        }
        return texts;
    }
}
