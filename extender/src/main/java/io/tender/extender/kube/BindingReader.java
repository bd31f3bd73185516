package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.json.ReplyObject;
import tools.jackson.core.JsonParser;

/** Reads whether a pod was bound: {@code {"Error":""}}. The answer is what went wrong, and empty if nothing did. */
public final class BindingReader implements AnswerReader<String> {
    @Override
    public String read(JsonParser json) {
        String[] error = {""};
        ReplyObject.read(json, "an object such as {\"Error\":\"\"}", (key, token, in) -> {
            if (key.equals("error")) {
                error[0] = ReplyObject.text(in, token, "Error");
            }
        });
        return error[0];
    }
}
