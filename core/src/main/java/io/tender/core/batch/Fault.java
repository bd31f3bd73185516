package io.tender.core.batch;

import io.tender.spi.batch.HookKind;

/** A plugin threw where it should have answered. */
public record Fault(String plugin, String question, String message) {
    static Fault of(String plugin, String question, RuntimeException thrown) {
        return new Fault(plugin, question, thrown.getClass().getSimpleName() + ": " + thrown.getMessage());
    }

    static Fault of(Voice<?> voice, HookKind<?> kind, RuntimeException thrown) {
        return of(voice.plugin(), kind.name(), thrown);
    }
}
