package io.tender.testkit.hostile;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.StandardConstants;

/** Answers to every name, and notes which. */
final class AnyServerName extends SNIMatcher {
    private static final int MOST = 1_000;

    private final Collection<String> asked;

    AnyServerName(Collection<String> asked) {
        super(StandardConstants.SNI_HOST_NAME);
        this.asked = asked;
    }

    @Override
    public boolean matches(SNIServerName name) {
        if (asked.size() < MOST) {
            asked.add(new String(name.getEncoded(), StandardCharsets.US_ASCII));
        }
        return true;
    }
}
