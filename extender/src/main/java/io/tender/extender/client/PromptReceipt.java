package io.tender.extender.client;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the system confirm at once what comes over a connection. Many servers send an answer's head and body in two pieces and,
 * by Nagle's rule, hold the second back until the first is confirmed; a receiver with nothing to send does that 40 ms later.
 * Python's and the JDK's own do.
 */
final class PromptReceipt {
    private static final Logger LOG = LoggerFactory.getLogger(PromptReceipt.class);

    private static final SocketOption<Boolean> OPTION = ExtendedSocketOptions.TCP_QUICKACK;

    private final Socket socket;
    private final boolean possible;

    PromptReceipt(Socket socket) {
        this.socket = socket;
        this.possible = socket.supportedOptions().contains(OPTION);
    }

    /** For what comes next: the system falls back to its old ways when something is sent. */
    void ask() {
        if (possible) {
            try {
                socket.setOption(OPTION, true);
            } catch (IOException broken) {
                // Whoever reads next is told what is wrong with the connection.
                LOG.trace("A connection takes no options", broken);
            }
        }
    }
}
