package io.tender.daemon.journal;

/**
 * What is not as it was written.
 *
 * @param where the file and the place in it, or the table and the row
 * @param what in a few words
 * @param lastGood the number of the last record before it
 * @param lost how many readable records lie behind it, which a cut would drop too
 */
record Damage(Kind kind, String where, String what, long lastGood, long lost) {

    enum Kind {
        /** An append that was under way when the process or the machine died, or the same to look at: may be cut. */
        TAIL,
        /** Records that had been durable, with others behind them: cutting would lose those. */
        MIDDLE,
        /** The snapshot: nothing before it is left to go back to. */
        SNAPSHOT
    }

    JournalException stop() {
        return JournalException.lasting(
                "The journal is damaged, and the daemon does not start on a part of what it had promised to keep.",
                what + " in " + where + "; record " + lastGood + " is the last good one before it, " + lost
                        + " readable records lie behind it",
                "every record as it was written",
                kind == Kind.SNAPSHOT
                        ? "restore the store from a backup: a damaged snapshot cannot be mended"
                        : "restore the store from a backup, or look with `tender journal check` and cut at the last good"
                                + " record with `tender journal repair --apply`, both with the daemon's -c FILE or --store STORE");
    }
}
