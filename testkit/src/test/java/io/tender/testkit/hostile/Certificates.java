package io.tender.testkit.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Made once per run; gone with the process. */
final class Certificates {
    private static final Map<String, TestCertificates> MADE = new ConcurrentHashMap<>();

    private Certificates() {}

    static TestCertificates valid() {
        return MADE.computeIfAbsent("valid", name -> make(TestCertificates::valid));
    }

    static TestCertificates expired() {
        return MADE.computeIfAbsent("expired", name -> make(TestCertificates::expired));
    }

    static TestCertificates ofAnotherHost() {
        return MADE.computeIfAbsent("another", name -> make(TestCertificates::ofAnotherHost));
    }

    private static TestCertificates make(Function<Path, TestCertificates> maker) {
        try {
            Path folder = Files.createTempDirectory("certificates");
            TestCertificates made = maker.apply(folder);
            // In the order of their deletion, backwards: the folder goes last.
            folder.toFile().deleteOnExit();
            made.pkcs12().toFile().deleteOnExit();
            made.pem().toFile().deleteOnExit();
            made.keyPem().toFile().deleteOnExit();
            return made;
        } catch (IOException noFolder) {
            throw new UncheckedIOException(noFolder);
        }
    }
}
