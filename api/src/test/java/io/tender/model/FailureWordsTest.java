package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.security.cert.CertificateException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureWordsTest {
    @Test
    void no_class_is_named_whatever_the_system_says() {
        List<Exception> failures = List.of(
                new NoSuchFileException("a"),
                new AccessDeniedException("a"),
                new NotDirectoryException("a"),
                new FileSystemException("a", "", "No space left on device"),
                new MalformedInputException(1),
                new CertificateException("Could not parse certificate: java.io.IOException: Empty input"),
                new IOException(" "),
                new IOException());

        assertThat(failures)
                .extracting(FailureWords::of)
                .containsExactly(
                        "'a', which does not exist",
                        "'a', which this user may not use so",
                        "'a', which is no folder",
                        "'a': No space left on device",
                        "bytes that are no text in UTF-8",
                        "what is no certificate or key in PEM",
                        "a failure that the system gives no reason for",
                        "a failure that the system gives no reason for");
    }

    @Test
    void what_the_system_says_is_passed_on() {
        assertThat(FailureWords.of(new IOException("Connection reset"))).isEqualTo("Connection reset");
    }
}
