package io.tender.daemon.http.work;

/** Answers a question. */
@FunctionalInterface
interface Asked {
    Reply to(Question question);
}
