package io.tender.daemon.http.work;

import io.tender.runtime.yaml.YamlProblem;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/** All that is wrong with a text, for programs. */
final class Mistakes {
    private Mistakes() {}

    static void add(ArrayNode list, List<YamlProblem> problems) {
        problems.forEach(problem -> list.addObject()
                .put("file", problem.file())
                .put("line", problem.line())
                .put("column", problem.column())
                .put("problem", problem.problem())
                .put("got", problem.got())
                .put("expected", problem.expected()));
    }
}
