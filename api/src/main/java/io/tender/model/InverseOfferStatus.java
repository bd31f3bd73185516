package io.tender.model;

import java.time.Instant;

/** A framework's last word on an inverse offer. */
public record InverseOfferStatus(Answer answer, FrameworkId framework, Instant at) {

    /** What it said. */
    public enum Answer {
        UNKNOWN,
        ACCEPT,
        DECLINE
    }
}
