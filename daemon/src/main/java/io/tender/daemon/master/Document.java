package io.tender.daemon.master;

/**
 * Something the master keeps for others without looking inside, such as a job.
 *
 * @param version how often it was put; the first is 1
 */
public record Document(String kind, String key, String json, long version) {}
