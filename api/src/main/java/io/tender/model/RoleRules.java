package io.tender.model;

/** What a role path may look like; violated rules become a message that points at the character. */
final class RoleRules {
    /** Far beyond what people write, and short enough to be repeated wherever the role is named. */
    private static final int LONGEST = 1024;

    private RoleRules() {}

    static void check(String path) {
        if (path.isEmpty()) {
            throw refused(path, 0, "a role of at least one character");
        }
        if (path.length() > LONGEST) {
            throw BrokenRule.of(
                    "A role is too long.",
                    path.length() + " characters, '" + path.substring(0, 40) + "…'",
                    "at most " + LONGEST,
                    "shorten it");
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
                throw refused(path, i, "a role without white space or backspace");
            }
        }
        int start = 0;
        while (start <= path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            checkComponent(path, start, end);
            start = end + 1;
        }
    }

    private static void checkComponent(String path, int start, int end) {
        String component = path.substring(start, end);
        if (component.isEmpty()) {
            throw refused(path, start, "a role without a slash at its start, at its end or beside another slash");
        }
        if (component.equals(".") || component.equals("..") || component.equals("*")) {
            throw refused(path, start, "a role without a component '.', '..' or '*'");
        }
        if (component.startsWith("-")) {
            throw refused(path, start, "a role without a component that starts with '-'");
        }
    }

    private static BrokenRule refused(String path, int position, String expected) {
        return BrokenRule.at(
                position,
                "Role '" + path + "' is not a valid role name.",
                "'" + path + "', wrong at position " + position,
                expected,
                "use a name such as 'analytics' or a path such as 'eng/dev'");
    }
}
