package io.tender.core.services;

import java.util.SortedMap;
import java.util.TreeMap;

/** What the scheduler counts, under Aurora's names where Aurora counts the same. */
final class ServiceMetrics {
    private final TreeMap<String, long[]> rare = new TreeMap<>();

    /** Counted once per offer looked at, so it has a field of its own. */
    long vetoEvaluatedOffers;

    long staticBanHits;
    long tasksLaunched;

    void count(String name) {
        count(name, 1);
    }

    void count(String name, long by) {
        if (by != 0) {
            rare.computeIfAbsent(name, key -> new long[1])[0] += by;
        }
    }

    SortedMap<String, Long> snapshot() {
        TreeMap<String, Long> all = new TreeMap<>();
        for (String name : ALWAYS) {
            all.put(name, 0L);
        }
        rare.forEach((name, value) -> all.put(name, value[0]));
        all.put("veto_evaluated_offers", vetoEvaluatedOffers);
        all.put("statically_banned_offers_hits", staticBanHits);
        all.put("assigner_launches", tasksLaunched);
        return all;
    }

    static final String CANCEL_FAILURES = "offer_cancel_failures";
    static final String ACCEPT_RACES = "offer_accept_races";
    static final String FIRED = "schedule_attempts_fired";
    static final String NO_MATCH = "schedule_attempts_no_match";
    static final String FAILED = "schedule_attempts_failed";
    static final String BLOCKS = "schedule_attempts_blocks";
    static final String PASSED_OVER = "schedule_attempts_passed_over";
    static final String LAUNCH_FAILURES = "assigner_launch_failures";
    static final String SET_FAILURES = "offer_set_failures";
    static final String SET_TIMEOUTS = "offer_set_timeouts";
    static final String SET_QUERIES = "offer_set_queries";
    static final String SET_LEFT_OUT = "offer_set_left_out";
    static final String SET_UNKNOWN = "offer_set_unknown";
    static final String SET_REPEATED = "offer_set_repeated";
    static final String SET_REVIEWS = "offer_set_eviction_reviews";
    static final String SET_BINDS = "offer_set_binds";
    static final String SET_NOT_BOUND = "offer_set_not_bound";
    static final String SLOT_REFUSED = "preemptor_slots_refused";
    static final String PREEMPTOR_RUNS = "preemptor_slot_search_runs";
    static final String PREEMPTOR_LOOKS = "preemptor_slot_search_machines";
    static final String PREEMPTOR_UNMATCHED = "preemptor_unmatched_tasks";
    static final String SLOT_VALID = "preemptor_slot_validation_successful";
    static final String SLOT_INVALID = "preemptor_slot_validation_failed";
    static final String DECLINED = "offers_declined";
    static final String MERGED = "offers_merged";
    static final String ZOMBIES = "tasks_killed_unknown";
    static final String TIMED_OUT = "timed_out_tasks";

    private static final String[] ALWAYS = {
        CANCEL_FAILURES,
        ACCEPT_RACES,
        FIRED,
        NO_MATCH,
        FAILED,
        BLOCKS,
        PASSED_OVER,
        LAUNCH_FAILURES,
        SET_FAILURES,
        SET_TIMEOUTS,
        SET_QUERIES,
        SET_LEFT_OUT,
        SET_UNKNOWN,
        SET_REPEATED,
        SET_REVIEWS,
        SET_BINDS,
        SET_NOT_BOUND,
        SLOT_REFUSED,
        PREEMPTOR_RUNS,
        PREEMPTOR_LOOKS,
        PREEMPTOR_UNMATCHED,
        SLOT_VALID,
        SLOT_INVALID,
        DECLINED,
        MERGED,
        ZOMBIES,
        TIMED_OUT
    };
}
