package io.tender.toolkit.check;

import java.util.Optional;

/**
 * Why a verdict is what it is.
 *
 * @param asked the request that shows it, shortened; none when it never came to one
 * @param answered what came, shortened; none when nothing did
 * @param toDo what helps in this case, where it is not what the check says
 */
public record Evidence(
        String got, String expected, Optional<String> asked, Optional<String> answered, Optional<String> toDo) {
    static Evidence of(String got, String expected) {
        return new Evidence(got, expected, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Evidence withToDo(String what) {
        return new Evidence(got, expected, asked, answered, Optional.of(what));
    }

    /** What helps: in this case, or usually. */
    public String toDo(Check check) {
        return toDo.orElse(check.hint());
    }
}
