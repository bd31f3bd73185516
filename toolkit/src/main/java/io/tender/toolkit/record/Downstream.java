package io.tender.toolkit.record;

import io.tender.extender.client.ExtenderName;
import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** How the proxy is spoken to by the scheduler. */
public final class Downstream {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Optional<SSLContext> context;
    private final boolean certified;

    private Downstream(Optional<SSLContext> context, boolean certified) {
        this.context = context;
        this.certified = certified;
    }

    /** As it is, unencrypted. */
    public static Downstream plain() {
        return new Downstream(Optional.empty(), false);
    }

    /**
     * Over TLS.
     *
     * @param certificate a chain in PEM
     * @param key its unencrypted PKCS #8 key, in PEM
     * @param clients authorities, in PEM: who has no certificate of theirs is not let in
     * @throws IllegalArgumentException if the files cannot be used
     */
    public static Downstream tls(Path certificate, Path key, Optional<Path> clients) {
        TlsSettings own = TlsSettings.USUAL.as(new TlsSettings.Identity.Pem(certificate, key));
        SSLContext context = clients.map(own::trusting).orElse(own).load(new ExtenderName("recorder"));
        return new Downstream(Optional.of(context), clients.isPresent());
    }

    /** What stands before its address. */
    public String scheme() {
        return context.isPresent() ? "https" : "http";
    }

    /** @throws IOException if the scheduler and we do not come to terms */
    Socket secured(Socket accepted) throws IOException {
        return context.isPresent() ? secured(accepted, context.get()) : accepted;
    }

    private Socket secured(Socket accepted, SSLContext own) throws IOException {
        SSLSocket secure = (SSLSocket) own.getSocketFactory().createSocket(accepted, null, true);
        secure.setUseClientMode(false);
        secure.setNeedClientAuth(certified);
        Sockets.greet(secure, PATIENCE);
        return secure;
    }
}
