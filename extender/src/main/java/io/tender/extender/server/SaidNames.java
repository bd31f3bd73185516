package io.tender.extender.server;

import java.util.List;

/** The names of agents in the bytes of a reply: to write thousands of them is then to copy them. */
final class SaidNames {
    /** Each as {@code ,"name":}, one behind the other. */
    private final byte[] bytes;

    private final int[] begins;

    private SaidNames(byte[] bytes, int[] begins) {
        this.bytes = bytes;
        this.begins = begins;
    }

    static SaidNames of(List<Agent> agents) {
        JsonOut out = new JsonOut(24 * agents.size());
        int[] begins = new int[agents.size() + 1];
        for (int i = 0; i < agents.size(); i++) {
            out.plain(",").text(agents.get(i).name()).plain(":");
            begins[i + 1] = out.size();
        }
        return new SaidNames(out.reply().body(), begins);
    }

    /** How many bytes all of them take. */
    int length() {
        return bytes.length;
    }

    /** As the key of a member. */
    void key(JsonOut out, int index, boolean first) {
        out.plain(bytes, begins[index] + (first ? 1 : 0), begins[index + 1]);
    }

    /** As an item of a list. */
    void item(JsonOut out, int index, boolean first) {
        out.plain(bytes, begins[index] + (first ? 1 : 0), begins[index + 1] - 1);
    }
}
