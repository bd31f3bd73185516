package io.tender.extender.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes the client's own secrets out of what strangers said: a peer may echo the headers and the address it was sent. That
 * is done before anything is cut off, since half a secret would not be found.
 */
final class Secrets {
    private static final String HIDDEN = "[hidden]";

    /** The beginning of a secret at the very end of what was received is hidden from this length on. */
    private static final int TELLING_BEGINNING = 4;

    /** What readers of answers put where they cut a text off. */
    private static final char SHORTENED = '…';

    private final Set<String> fixed;
    private final Endpoint endpoint;
    private final Optional<TokenFile> token;

    private Secrets(Set<String> fixed, Endpoint endpoint, Optional<TokenFile> token) {
        this.fixed = fixed;
        this.endpoint = endpoint;
        this.token = token;
    }

    static Secrets of(Collection<Secret> headers, Endpoint endpoint, Optional<TokenFile> token) {
        Set<String> forms = new LinkedHashSet<>();
        headers.forEach(header -> forms.addAll(SecretForms.ofHeader(header.reveal())));
        forms.addAll(SecretForms.ofQuery(endpoint.query()));
        return new Secrets(forms, endpoint, token);
    }

    /** The same, for a call to this address. */
    Secrets at(Endpoint other) {
        if (other.query().equals(endpoint.query())) {
            return this;
        }
        Set<String> more = new LinkedHashSet<>(fixed);
        more.addAll(SecretForms.ofQuery(other.query()));
        return new Secrets(more, other, token);
    }

    /**
     * The same without those of the address that a question says too: they may be part of a node's name, and its answer would be
     * about another one.
     */
    Secrets besides(byte[] question) {
        Collection<String> ofAddress = SecretForms.ofQuery(endpoint.query());
        if (ofAddress.isEmpty()) {
            return this;
        }
        String said = new String(question, StandardCharsets.UTF_8);
        Set<String> left = new LinkedHashSet<>(fixed);
        ofAddress.stream().filter(said::contains).forEach(left::remove);
        return new Secrets(left, endpoint, token);
    }

    /** How far behind a cut one must look to find every secret that begins before it. */
    int longest() {
        int longest = 0;
        for (String form : forms()) {
            longest = Math.max(longest, form.length());
        }
        // Where characters take several bytes, so do those of a secret.
        return longest * 3;
    }

    private List<String> forms() {
        List<String> forms = new ArrayList<>(fixed);
        token.ifPresent(file -> forms.addAll(file.forms()));
        return forms;
    }

    String hideIn(String text) {
        return hideIn(text, text.length());
    }

    /** The text up to the cut, without any secret that begins before it. */
    String hideIn(String text, int cut) {
        return hidden(text, cut, forms()).text;
    }

    /** What was kept of a body, without secrets. */
    static final class Kept {
        private final byte[] bytes;
        private final int taken;

        Kept(byte[] bytes, int taken) {
            this.bytes = bytes;
            this.taken = taken;
        }

        byte[] bytes() {
            return bytes;
        }

        /** How much of the original it stands for. */
        int taken() {
            return taken;
        }
    }

    Kept hideIn(byte[] bytes, int cut) {
        // One character per byte: finds secrets in anything, and changes nothing else.
        List<String> forms = new ArrayList<>();
        for (String form : forms()) {
            forms.add(new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Result result = hidden(text, Math.min(cut, text.length()), forms);
        return new Kept(result.text.getBytes(StandardCharsets.ISO_8859_1), result.taken);
    }

    private record Result(String text, int taken) {}

    private static Result hidden(String text, int cut, List<String> forms) {
        BitSet covered = covered(text, forms);
        int most = Math.min(cut, text.length());
        StringBuilder shown = new StringBuilder(most);
        int at = 0;
        while (at < most) {
            int secret = covered.nextSetBit(at);
            int plainEnd = secret < 0 || secret > most ? most : secret;
            shown.append(text, at, plainEnd);
            at = plainEnd;
            if (at < most) {
                shown.append(HIDDEN);
                at = covered.nextClearBit(at);
            }
        }
        return new Result(shown.toString(), at);
    }

    /** Which characters belong to a secret; those that overlap count together. */
    private static BitSet covered(String text, List<String> forms) {
        BitSet covered = new BitSet();
        for (String form : forms) {
            for (int at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
                covered.set(at, at + form.length());
            }
            coverBeginnings(covered, text, form);
        }
        return covered;
    }

    /** What ends within a secret, because no more came, or because a reader has shortened it. */
    private static void coverBeginnings(BitSet covered, String text, String form) {
        if (form.length() <= TELLING_BEGINNING) {
            return;
        }
        String telling = form.substring(0, TELLING_BEGINNING);
        for (int at = text.indexOf(telling); at >= 0; at = text.indexOf(telling, at + 1)) {
            int end = at + TELLING_BEGINNING;
            while (end < text.length() && end - at < form.length() && text.charAt(end) == form.charAt(end - at)) {
                end++;
            }
            if (end == text.length() || text.charAt(end) == SHORTENED) {
                covered.set(at, end);
            }
        }
    }
}
