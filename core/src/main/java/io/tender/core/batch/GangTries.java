package io.tender.core.batch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often gangs may be tried in another way in a session, all together and each of them. A few of them, others in each session, have
 * a part of their own: gangs that are tried in vain again and again would leave nothing for those behind them.
 */
final class GangTries {
    private static final int ALL = 20_000;

    /** What all may use, in their order. */
    private static final int COMMON = ALL / 4;

    /** One may take such a part of what is left of that, so that those behind have some of it too. */
    private static final int SHARE = 4;

    private static final int FAVOURED = 8;

    private final Map<SessionJob, Integer> own = new HashMap<>();
    private int common = COMMON;

    /**
     * @param gangs all that may come to be tried, in the same order in each session
     * @param session its number
     */
    GangTries(List<SessionJob> gangs, long session) {
        int favoured = Math.min(gangs.size(), FAVOURED);
        for (int i = 0; i < favoured; i++) {
            own.put(gangs.get(Math.floorMod(session * FAVOURED + i, gangs.size())), (ALL - COMMON) / favoured);
        }
    }

    /** How many a gang may take now. */
    int of(SessionJob job) {
        return own.getOrDefault(job, 0) + Math.max(0, common) / SHARE;
    }

    void take(SessionJob job, int tries) {
        int before = own.getOrDefault(job, 0);
        int fromOwn = Math.min(before, tries);
        own.put(job, before - fromOwn);
        common -= tries - fromOwn;
    }
}
