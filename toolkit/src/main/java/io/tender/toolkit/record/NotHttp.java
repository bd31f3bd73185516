package io.tender.toolkit.record;

/** What passes by cannot be read as HTTP/1. */
final class NotHttp extends Exception {
    private static final long serialVersionUID = 1L;

    NotHttp(String why) {
        super(why);
    }
}
