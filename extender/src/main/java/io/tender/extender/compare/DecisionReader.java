package io.tender.extender.compare;

import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/** Reads what an answer decides, as the scheduler that asked would take it. */
public final class DecisionReader {
    private DecisionReader() {}

    /** An answer that cannot be understood is a {@link Decision.Failed}, with the label the client would give it. */
    public static Decision read(AskedQuestion question, byte[] answer) {
        if (question.kind() == QuestionKind.ON_SESSION_OPEN || question.kind() == QuestionKind.ON_SESSION_CLOSE) {
            // Nobody reads these.
            return new Decision.Said("done", "");
        }
        try (JsonParser json = Bodies.parser(answer)) {
            return switch (question.dialect()) {
                case VOLCANO -> VolcanoDecisions.read(question, json, true);
                case TENDER -> VolcanoDecisions.read(question, json, false);
                case KUBE -> KubeDecisions.read(question, json);
                case AURORA -> OrderDecisions.hosts(question, json);
            };
        } catch (ErrorAnswer told) {
            return new Decision.Failed("error_answer", String.valueOf(told.getMessage()));
        } catch (MalformedAnswer wrong) {
            return new Decision.Failed("malformed", String.valueOf(wrong.getMessage()));
        } catch (JacksonException broken) {
            return new Decision.Failed("malformed", "got no JSON (" + broken.getOriginalMessage() + ")");
        }
    }
}
