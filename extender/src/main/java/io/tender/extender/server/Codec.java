package io.tender.extender.server;

import java.util.SortedMap;

/** How the requests of one dialect become questions, and the answers its replies. */
public interface Codec {

    /** The verbs of the dialect, each with what it asks. */
    SortedMap<String, Question.Kind> verbs();

    /** @param verb one of {@link #verbs} */
    Asked read(String verb, byte[] body) throws Unreadable;

    /** A question, and the form in which it came. */
    interface Asked {
        Question question();

        /** The answer in the form in which it was asked. */
        Reply reply(Answer answer);
    }
}
