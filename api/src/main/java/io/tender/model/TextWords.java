package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The parts that occur in several places of the text form, see {@link ResourceText}. */
final class TextWords {
    private final TextScanner in;

    TextWords(TextScanner in) {
        this.in = in;
    }

    /** Turns a broken rule of the domain into an error that points at the text. */
    <T> T checked(int offset, Supplier<T> built) {
        try {
            return built.get();
        } catch (BrokenRule e) {
            throw in.error(offset, "expected " + e.expected());
        }
    }

    String word(String expected) {
        return in.word(TextSyntax.MARKS + " ", expected);
    }

    Role role() {
        in.skipSpace();
        int start = in.position();
        String path = in.word(TextSyntax.MARKS, "expected a role such as eng/dev");
        try {
            return Role.of(path);
        } catch (BrokenRule e) {
            throw in.error(in.offsetInWord(start, e.position()), "expected " + e.expected());
        }
    }

    Optional<String> principal() {
        return in.take('@') ? Optional.of(word("expected a principal after '@'")) : Optional.empty();
    }

    List<Label> labels() {
        in.expect('{', "expected '{'");
        List<Label> labels = new ArrayList<>();
        do {
            String key = word("expected a label such as key or key=value");
            labels.add(in.take('=') ? Label.of(key, word("expected a value after '='")) : Label.of(key));
        } while (in.take(','));
        in.expect('}', "expected ',' and a label, or '}'");
        return labels;
    }

    void once(int offset, boolean first) {
        if (!first) {
            throw in.error(offset, "expected this only once");
        }
    }
}
