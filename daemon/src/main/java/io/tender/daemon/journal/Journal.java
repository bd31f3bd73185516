package io.tender.daemon.journal;

import java.util.List;

/**
 * An ordered sequence of records that survives the process.
 *
 * <p>Records are opaque bytes with numbers 1, 2, 3 and so on; a snapshot stands for all up to its number. One thread at a time
 * recovers and appends; one more may write a snapshot meanwhile, so that a long one does not hold up the appending.
 */
public interface Journal extends AutoCloseable {

    /**
     * What there is: the newest snapshot, and every record after it, in order. To be called once, before anything else.
     *
     * @throws JournalException if records that had been durable are damaged or missing; never a part of what was appended in
     *     one go, and never a wrong record
     */
    Recovered recover() throws JournalException;

    /**
     * Appends records and returns when all are durable. If it throws, none of them counts, and appending them again is
     * safe. A process that dies after a failure may find all of them when it starts again, or none.
     *
     * @return the number of the last one
     * @throws JournalException if the store fails; what it says tells whether trying again can help
     */
    long append(List<byte[]> records) throws JournalException;

    /**
     * Keeps a snapshot that stands for all records up to that number, and drops those; durable when it returns. A process
     * that dies meanwhile leaves either all of the old or all of the new.
     *
     * @param upTo a number that is durable already
     */
    void snapshot(long upTo, List<byte[]> parts) throws JournalException;

    /** Lets go of the store and its lock. */
    @Override
    void close();

    /**
     * What was found at the start.
     *
     * @param snapshot the parts of the newest snapshot; empty if there is none
     * @param records what was appended after it
     * @param last the number of the last record
     * @param notice what had to be mended, such as a torn tail that was cut, for the log; empty if nothing
     */
    record Recovered(List<byte[]> snapshot, List<byte[]> records, long last, String notice) {}
}
