package io.tender.cli;

import io.tender.extender.server.Dialect;
import io.tender.toolkit.bridge.Translations;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a bridge can translate, for people and for programs. */
final class BridgeTable {
    private BridgeTable() {}

    static void print(PrintWriter out, Dialect from, Dialect to, boolean json) {
        if (json) {
            ObjectNode verbs = JsonMapper.shared().createObjectNode();
            Translations.of(from, to).forEach((verb, translation) -> {
                ObjectNode one = verbs.putObject(verb);
                one.put("possible", translation.isPossible());
                if (translation.isPossible()) {
                    translation.asked().forEach(one.putArray("asks")::add);
                } else {
                    one.put("why", translation.why());
                }
            });
            out.println(verbs);
        } else {
            TextTable table = new TextTable(List.of(from.label(), to.label()));
            Translations.of(from, to)
                    .forEach((verb, translation) -> table.add(List.of(
                            verb,
                            translation.isPossible()
                                    ? String.join(", ", translation.asked())
                                    : "- (" + translation.why() + ")")));
            out.print(table.text());
        }
        out.flush();
    }
}
