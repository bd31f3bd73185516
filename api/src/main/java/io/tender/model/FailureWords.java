package io.tender.model;

import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;

/** What the system said of a failure, for people: the name of a class of Java helps nobody who reads it. */
public final class FailureWords {
    private FailureWords() {}

    public static String of(Exception failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "'" + missing.getFile() + "', which does not exist";
            case AccessDeniedException denied -> "'" + denied.getFile() + "', which this user may not use so";
            case NotDirectoryException file -> "'" + file.getFile() + "', which is no folder";
            case FileSystemException other -> "'" + other.getFile() + "': " + said(other.getReason());
            case CharacterCodingException noText -> "bytes that are no text in UTF-8";
            case GeneralSecurityException unreadable -> "what is no certificate or key in PEM";
            default -> said(failure.getMessage());
        };
    }

    private static String said(@Nullable String words) {
        return words == null || words.isBlank() ? "a failure that the system gives no reason for" : words;
    }
}
