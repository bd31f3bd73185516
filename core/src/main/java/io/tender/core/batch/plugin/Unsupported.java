package io.tender.core.batch.plugin;

import io.tender.spi.batch.Arguments;

/** Arguments that only a kubelet's private data could serve: off is understood, on is a mistake. */
final class Unsupported {
    private Unsupported() {}

    static void refuse(Arguments arguments, String name) {
        if (arguments.truth(name, false)) {
            arguments.problem(name, true, "false, or nothing: it needs a kubelet's private data");
        }
    }
}
