package io.tender.extender.aurora;

import io.tender.extender.json.PlainText;
import io.tender.model.service.HostOffer;
import java.nio.charset.StandardCharsets;

/** One offer as it stands in a request, with what its host is found by in answers. */
final class EncodedOffer {
    /** A name that looks different in JSON, so that it cannot be found by its bytes. */
    static final int NOT_PLAIN = -1;

    /** With a comma before it. */
    final byte[] bytes;

    final int nameHash;
    /** How many bytes of it are the name, or {@link #NOT_PLAIN}. */
    final int nameLength;

    private EncodedOffer(byte[] bytes, int nameHash, int nameLength) {
        this.bytes = bytes;
        this.nameHash = nameHash;
        this.nameLength = nameLength;
    }

    static EncodedOffer of(HostOffer offer, WireForm form) {
        byte[] name = offer.hostname().getBytes(StandardCharsets.UTF_8);
        boolean plain = PlainText.end(name, 0, name.length) == name.length;
        return new EncodedOffer(
                plain ? form.plainHost(name, offer) : form.host(offer),
                PlainText.hash(name, 0, name.length),
                plain ? name.length : NOT_PLAIN);
    }
}
