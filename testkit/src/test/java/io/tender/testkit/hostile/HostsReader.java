package io.tender.testkit.hostile;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A small dialect: {@code {"hosts": [names]}}, and no hosts but those asked about. */
record HostsReader(List<String> askedAbout) implements AnswerReader<List<String>> {
    @Override
    public List<String> read(JsonParser json) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + json.currentToken() + ", expected an object");
        }
        List<String> hosts = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            boolean wanted = json.currentName().equals("hosts");
            JsonToken value = json.nextToken();
            if (!wanted) {
                json.skipChildren();
            } else if (value == JsonToken.START_ARRAY) {
                read(json, hosts);
            } else {
                throw new MalformedAnswer("got " + value + ", expected an array of hosts");
            }
        }
        return hosts;
    }

    private void read(JsonParser json, List<String> hosts) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.VALUE_STRING) {
                throw new MalformedAnswer("got " + json.currentToken() + ", expected the name of a host");
            }
            if (!askedAbout.contains(json.getString())) {
                throw new MalformedAnswer("got host '" + json.getString() + "', expected only those asked about");
            }
            hosts.add(json.getString());
        }
    }
}
