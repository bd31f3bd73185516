package io.tender.toolkit.check;

import java.util.Optional;

/**
 * A question and what came back.
 *
 * @param target what was asked, for people
 * @param secret what must not be shown, even if the service says it; may be empty
 */
record Exchange(String target, Body request, Answer answer, String secret) {
    Evidence evidence(String got, String expected) {
        return new Evidence(
                hidden(got),
                expected,
                Optional.of("POST " + target + "  " + request),
                Optional.of(answer.status() + "  " + hidden(answer.body().toString())),
                Optional.empty());
    }

    private String hidden(String text) {
        return secret.isEmpty() ? text : text.replace(secret, "[hidden]");
    }
}
