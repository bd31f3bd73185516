package io.tender.daemon.work;

/**
 * A document and its text.
 *
 * @param json what was written, in one line of JSON with sorted keys; read again, it gives the same document
 */
public record Submitted(Document document, String json) {}
