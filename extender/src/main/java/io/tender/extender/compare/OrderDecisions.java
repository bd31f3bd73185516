package io.tender.extender.compare;

import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;

/** Which order an answer gives. */
final class OrderDecisions {
    private OrderDecisions() {}

    /** Of hosts: those that were not sent and repetitions are passed over, as the offer set does. */
    static Decision hosts(AskedQuestion question, JsonParser json) {
        Tree answer = Tree.read(json);
        for (String key : List.of("error", "errors")) {
            String error = answer.member(key).text(key).strip();
            if (!error.isEmpty()) {
                throw new ErrorAnswer(error);
            }
        }
        Set<String> names = new LinkedHashSet<>();
        for (Tree host : answer.member("hosts").items("hosts")) {
            if (host instanceof Tree.Text name) {
                names.add(name.value());
            }
        }
        names.retainAll(Set.copyOf(question.subject().nodes()));
        return new Decision.Order(new ArrayList<>(names));
    }

    /** A framework of a role; there may be others of that name in other roles. */
    static String framework(String role, String name) {
        return role + " " + name;
    }

    /** Of roles or frameworks: each of those asked about, once. */
    static Decision clients(AskedQuestion question, JsonParser json) {
        Tree answer = Tree.read(json);
        List<String> names = new ArrayList<>();
        answer.member("roles").items("roles").forEach(name -> names.add(name.text("a role")));
        answer.member("frameworks")
                .members("frameworks")
                .forEach((role, list) ->
                        list.items(role).forEach(name -> names.add(framework(role, name.text("a framework")))));
        Set<String> asked = Set.copyOf(question.subject().nodes());
        if (names.size() != asked.size() || !Set.copyOf(names).equals(asked)) {
            throw new MalformedAnswer("got " + names.size() + " names, expected each of the " + asked.size()
                    + " clients of the request once");
        }
        return new Decision.Order(names);
    }
}
