package io.tender.core.services;

import io.tender.core.offers.NativeOrder;
import io.tender.spi.Chance;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * How a service scheduler behaves, under the names of Aurora's flags. All lengths of time are in milliseconds.
 *
 * @param holdOffersForever {@code hold_offers_forever}, default false: offers are never declined for having been held
 *     long
 * @param minOfferHoldMillis {@code min_offer_hold_time}, default 5mins: how long an offer is held before it is
 *     declined
 * @param offerHoldJitterMillis {@code offer_hold_jitter_window}, default 1mins: plus a random part below this
 * @param offerFilterMillis {@code offer_filter_duration}, default 5secs: for how long the master is asked not to
 *     offer again what was declined or left over
 * @param unavailabilityThresholdMillis {@code unavailability_threshold}, default 6mins: agents whose announced
 *     unavailability starts within this are vetoed and drained
 * @param staticBansMax {@code offer_static_ban_cache_max_size}, default unlimited: the most pairs of offer and group
 *     that are remembered as hopeless
 * @param offerOrder {@code offer_order}, default RANDOM: the native order of offers
 * @param offerSetModule {@code offer_set_module}, default native: the offer set, by name or class name
 * @param offerSetAnswerMillis {@code offer_set_answer_timeout}, default 10secs: after this an offer set that waits is
 *     no longer listened to, and the attempt uses the native order
 * @param suppressWhenIdle {@code suppress_when_idle}, default true: ask for no offers once an offer was held to its
 *     end and nothing is pending; new work asks again
 * @param idleHoldMillis {@code idle_offer_hold_time}, default 1days: how long offers are held at most once nothing is
 *     pending, if that is less than {@code min_offer_hold_time}; short where others want them too
 * @param enableRevocableRam {@code enable_revocable_ram}, default false: revocable tasks take revocable memory too,
 *     not only revocable CPUs
 * @param firstScheduleMillis {@code first_schedule_delay}, default 1ms: how long a new group waits for its first
 *     attempt
 * @param initialPenaltyMillis {@code initial_schedule_penalty}, default 1secs: how long a group waits after an
 *     attempt that placed nothing, at first
 * @param maxPenaltyMillis {@code max_schedule_penalty}, default 1mins: and at most
 * @param maxAttemptsPerSecond {@code max_schedule_attempts_per_sec}, default 40: attempts of groups, not of tasks
 * @param maxTasksPerAttempt {@code max_tasks_per_schedule_attempt}, default 5: tasks of a group tried together
 * @param maxBatch {@code scheduling_max_batch_size}, default 3: attempts in one turn
 * @param maxTasksPerOffer {@code max_tasks_per_offer}, default 1: tasks of one attempt that may share an offer;
 *     Aurora knows only 1
 * @param maxTasksPerJob {@code max_tasks_per_job}, default 4000: instances of a job
 * @param priorityExponent {@code probabilistic_priority_assigner_exponent}, default 0.0: above 0, groups of low
 *     priority let attempts pass while more important tasks wait: the higher, the more often
 * @param nearestFitMillis {@code nearest_fit_hold_time}, default 10mins: how long the nearest fit of a group is
 *     remembered
 * @param reservationMillis {@code offer_reservation_duration}, default 3mins: how long an agent is kept for the group
 *     that had somebody evicted there
 * @param flappingThresholdMillis {@code flapping_task_threshold}, default 5mins: a task that ran shorter than this
 *     counts as flapping
 * @param initialFlappingMillis {@code initial_flapping_task_delay}, default 30secs: how long a flapping task is
 *     throttled, at first
 * @param maxFlappingMillis {@code max_flapping_task_delay}, default 5mins: and at most
 * @param transientMillis {@code transient_task_state_timeout}, default 5mins: a task that stays this long in a state
 *     that should pass is lost
 * @param partitionMillis {@code partition_reschedule_delay}, default 5mins: a task out of reach this long is lost
 * @param updateAffinity {@code enable_update_affinity}, default false: an updated instance goes back to its machine
 * @param updateAffinityMillis {@code update_affinity_reservation_hold_time}, default 3mins: how long the machine is
 *     kept for it
 * @param preemptor {@code enable_preemptor}, default true: evict less important tasks for more important ones
 * @param preemptionMillis {@code preemption_delay}, default 3mins: how long a task must have been pending
 * @param slotSearchFirstMillis {@code preemption_slot_search_initial_delay}, default 3mins: when slots are first
 *     looked for
 * @param slotSearchMillis {@code preemption_slot_search_interval}, default 1mins: and how often from then on
 * @param slotHoldMillis {@code preemption_slot_hold_time}, default 5mins: how long a slot that was found is
 *     remembered
 * @param slotBatch {@code preemption_reservation_max_batch_size}, default 5: tasks of one group searched for before
 *     it is the next one's turn
 * @param given the settings that were stated, as they were written; the others have their defaults
 */
public record ServiceSettings(
        boolean holdOffersForever,
        long minOfferHoldMillis,
        long offerHoldJitterMillis,
        long offerFilterMillis,
        long unavailabilityThresholdMillis,
        int staticBansMax,
        String offerOrder,
        String offerSetModule,
        long offerSetAnswerMillis,
        boolean suppressWhenIdle,
        long idleHoldMillis,
        boolean enableRevocableRam,
        long firstScheduleMillis,
        long initialPenaltyMillis,
        long maxPenaltyMillis,
        double maxAttemptsPerSecond,
        int maxTasksPerAttempt,
        int maxBatch,
        int maxTasksPerOffer,
        int maxTasksPerJob,
        double priorityExponent,
        long nearestFitMillis,
        long reservationMillis,
        long flappingThresholdMillis,
        long initialFlappingMillis,
        long maxFlappingMillis,
        long transientMillis,
        long partitionMillis,
        boolean updateAffinity,
        long updateAffinityMillis,
        boolean preemptor,
        long preemptionMillis,
        long slotSearchFirstMillis,
        long slotSearchMillis,
        long slotHoldMillis,
        int slotBatch,
        SortedMap<String, String> given) {

    private static final ServiceSettings DEFAULTS = parse(Map.of());

    public ServiceSettings {
        given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
    }

    public static ServiceSettings defaults() {
        return DEFAULTS;
    }

    /** The names of all settings. */
    public static SortedSet<String> names() {
        Flags all = new Flags(Map.of());
        read(all);
        return all.known();
    }

    /** Reads settings by their flags' names; all that is wrong is told at once. */
    public static ServiceSettings parse(Map<String, String> settings) {
        Flags in = new Flags(settings);
        ServiceSettings read = read(in);
        in.check(
                read.maxPenaltyMillis >= read.initialPenaltyMillis,
                "max_schedule_penalty",
                "at least initial_schedule_penalty");
        in.check(
                read.maxFlappingMillis >= read.initialFlappingMillis,
                "max_flapping_task_delay",
                "at least initial_flapping_task_delay");
        in.check(read.initialPenaltyMillis > 0, "initial_schedule_penalty", "more than nothing");
        in.check(read.idleHoldMillis > 0, "idle_offer_hold_time", "more than nothing");
        in.check(read.offerSetAnswerMillis > 0, "offer_set_answer_timeout", "more than nothing");
        in.check(read.slotSearchMillis > 0, "preemption_slot_search_interval", "more than nothing");
        in.check(read.maxAttemptsPerSecond > 0, "max_schedule_attempts_per_sec", "more than nothing");
        in.check("offer_order", order -> NativeOrder.parse(order, Chance.seeded(0)), read.offerOrder);
        in.finish();
        return read;
    }

    /** The same with one setting changed. */
    public ServiceSettings with(String name, String value) {
        TreeMap<String, String> changed = new TreeMap<>(given);
        changed.put(name, value);
        return parse(changed);
    }

    /** Whether the threshold is so short that a held offer can outlive it; worth a warning to the operator. */
    public boolean holdsOutliveUnavailability() {
        return unavailabilityThresholdMillis < minOfferHoldMillis + offerHoldJitterMillis;
    }

    /** Whether offers are given back before their time once nothing waits for them. */
    boolean givesBackWhenIdle() {
        return !holdOffersForever && idleHoldMillis < minOfferHoldMillis;
    }

    private static ServiceSettings read(Flags in) {
        return new ServiceSettings(
                in.truth("hold_offers_forever", "false"),
                in.millis("min_offer_hold_time", "5mins"),
                in.millis("offer_hold_jitter_window", "1mins"),
                in.millis("offer_filter_duration", "5secs"),
                in.millis("unavailability_threshold", "6mins"),
                in.count("offer_static_ban_cache_max_size", "2147483647"),
                in.word("offer_order", "RANDOM"),
                in.word("offer_set_module", "native"),
                in.millis("offer_set_answer_timeout", "10secs"),
                in.truth("suppress_when_idle", "true"),
                in.millis("idle_offer_hold_time", "1days"),
                in.truth("enable_revocable_ram", "false"),
                in.millis("first_schedule_delay", "1ms"),
                in.millis("initial_schedule_penalty", "1secs"),
                in.millis("max_schedule_penalty", "1mins"),
                in.number("max_schedule_attempts_per_sec", "40"),
                in.count("max_tasks_per_schedule_attempt", "5"),
                in.count("scheduling_max_batch_size", "3"),
                in.count("max_tasks_per_offer", "1"),
                in.count("max_tasks_per_job", "4000"),
                in.number("probabilistic_priority_assigner_exponent", "0.0"),
                in.millis("nearest_fit_hold_time", "10mins"),
                in.millis("offer_reservation_duration", "3mins"),
                in.millis("flapping_task_threshold", "5mins"),
                in.millis("initial_flapping_task_delay", "30secs"),
                in.millis("max_flapping_task_delay", "5mins"),
                in.millis("transient_task_state_timeout", "5mins"),
                in.millis("partition_reschedule_delay", "5mins"),
                in.truth("enable_update_affinity", "false"),
                in.millis("update_affinity_reservation_hold_time", "3mins"),
                in.truth("enable_preemptor", "true"),
                in.millis("preemption_delay", "3mins"),
                in.millis("preemption_slot_search_initial_delay", "3mins"),
                in.millis("preemption_slot_search_interval", "1mins"),
                in.millis("preemption_slot_hold_time", "5mins"),
                in.count("preemption_reservation_max_batch_size", "5"),
                new TreeMap<>(in.given()));
    }
}
