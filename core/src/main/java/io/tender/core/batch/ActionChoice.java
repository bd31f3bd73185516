package io.tender.core.batch;

import io.tender.spi.batch.Arguments;

/** An action of the settings, by one of {@link Actions#NAMES}, with its arguments. */
public record ActionChoice(String name, Arguments arguments) {
    public ActionChoice(String name) {
        this(name, Arguments.none());
    }
}
