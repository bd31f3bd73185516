package io.tender.extender.client;

/** Which HTTP is spoken. */
public enum HttpVersion {
    /** A connection per call at a time, kept alive between calls. */
    HTTP_1_1,
    /** Many calls on one connection: negotiated over TLS, taken for granted without. */
    HTTP_2
}
