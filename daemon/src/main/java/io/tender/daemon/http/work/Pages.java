package io.tender.daemon.http.work;

import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists, a page at a time. */
final class Pages {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int USUAL = 1_000;
    private static final int MOST = 10_000;

    private Pages() {}

    static <T> Reply of(Question question, List<T> all, Function<? super T, ? extends JsonNode> write) {
        long offset = question.number("offset", 0, 0, Integer.MAX_VALUE);
        long limit = question.number("limit", USUAL, 1, MOST);
        ObjectNode page = JSON.createObjectNode();
        page.put("total", all.size());
        page.put("offset", offset);
        ArrayNode items = page.putArray("items");
        all.stream().skip(offset).limit(limit).map(write).forEach(items::add);
        return Reply.json(page);
    }
}
