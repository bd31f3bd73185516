package io.tender.testkit.hostile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * Writes certificates of elliptic curve keys, version 3, byte by byte: the JDK reads them but has no API to make them,
 * and starting its keytool for each took most of the time of the tests that need some.
 */
final class X509 {
    private static final byte[] ECDSA_WITH_SHA256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int SERIAL_BITS = 64;

    /**
     * What a certificate says.
     *
     * @param name the common name of its owner
     * @param hosts the names by which its owner is reached; an address of version 4 counts as one
     * @param authority whether its owner may sign others
     */
    record Words(String name, List<String> hosts, boolean authority, Instant from, Instant until) {}

    /** Whoever signs: the common name and the key. */
    record Signer(String name, KeyPair keys) {}

    private X509() {}

    static X509Certificate certificate(Words words, PublicKey key, Signer signer) throws GeneralSecurityException {
        byte[] statement = sequence(
                tagged(0xA0, integer(BigInteger.TWO)),
                integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS)),
                ECDSA_WITH_SHA256,
                name(signer.name()),
                sequence(time(words.from()), time(words.until())),
                name(words.name()),
                key.getEncoded(),
                tagged(0xA3, extensions(words, key, signer)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer.keys().getPrivate());
        signature.update(statement);
        byte[] whole = sequence(statement, ECDSA_WITH_SHA256, bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] extensions(Words words, PublicKey key, Signer signer) throws GeneralSecurityException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(extension(14, false, tagged(0x04, identifier(key))));
        all.writeBytes(extension(
                35, false, sequence(tagged(0x80, identifier(signer.keys().getPublic())))));
        if (words.authority()) {
            all.writeBytes(extension(19, true, sequence(tagged(0x01, new byte[] {(byte) 0xFF}))));
        }
        if (!words.hosts().isEmpty()) {
            all.writeBytes(extension(
                    17, false, sequence(words.hosts().stream().map(X509::host).toArray(byte[][]::new))));
        }
        return sequence(all.toByteArray());
    }

    /** One of the extensions that are numbered below 2.5.29. */
    private static byte[] extension(int number, boolean critical, byte[] value) {
        byte[] id = oid(2, 5, 29, number);
        byte[] content = tagged(0x04, value);
        return critical ? sequence(id, tagged(0x01, new byte[] {(byte) 0xFF}), content) : sequence(id, content);
    }

    private static byte[] identifier(PublicKey key) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-1").digest(key.getEncoded());
    }

    private static byte[] host(String name) {
        return address(name)
                .map(bytes -> tagged(0x87, bytes))
                .orElseGet(() -> tagged(0x82, name.getBytes(StandardCharsets.US_ASCII)));
    }

    private static Optional<byte[]> address(String name) {
        if (!name.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
            return Optional.empty();
        }
        String[] parts = name.split("\\.", -1);
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return Optional.of(bytes);
    }

    private static byte[] name(String common) {
        byte[] text = tagged(0x0C, common.getBytes(StandardCharsets.UTF_8));
        return sequence(tagged(0x31, sequence(oid(2, 5, 4, 3), text)));
    }

    private static byte[] time(Instant moment) {
        return tagged(0x17, UTC_TIME.format(moment).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    private static byte[] bits(byte[] content) {
        byte[] padded = new byte[content.length + 1];
        System.arraycopy(content, 0, padded, 1, content.length);
        return tagged(0x03, padded);
    }

    private static byte[] oid(int first, int second, int... others) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(first * 40 + second);
        for (int part : others) {
            int digits = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(part) + 6) / 7);
            for (int digit = digits - 1; digit >= 0; digit--) {
                bytes.write(((part >> (7 * digit)) & 0x7F) | (digit > 0 ? 0x80 : 0));
            }
        }
        return tagged(0x06, bytes.toByteArray());
    }

    private static byte[] sequence(byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        return tagged(0x30, content.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        if (content.length < 0x80) {
            whole.write(content.length);
        } else if (content.length < 0x100) {
            whole.write(0x81);
            whole.write(content.length);
        } else {
            whole.write(0x82);
            whole.write(content.length >> 8);
            whole.write(content.length);
        }
        whole.writeBytes(content);
        return whole.toByteArray();
    }
}
