package io.tender.daemon.work;

import java.util.List;

/** What becomes of a document that somebody applies. */
public sealed interface ApplyOutcome {
    /** There was none of that name. */
    record Created() implements ApplyOutcome {}

    /** It asks for what is there already. */
    record Unchanged() implements ApplyOutcome {}

    /** It asks for something else, in the fields named here for people. */
    record Changed(List<String> what) implements ApplyOutcome {
        public Changed {
            what = List.copyOf(what);
        }
    }

    /** It could have been applied, and was not, since something else of the same request was refused. */
    record Withheld() implements ApplyOutcome {}

    /** It may not be; each reason says what was got, what was expected and what to do. */
    record Refused(List<String> reasons) implements ApplyOutcome {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }
}
