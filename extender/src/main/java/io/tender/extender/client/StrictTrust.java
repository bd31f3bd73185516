package io.tender.extender.client;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts as the JDK does, and looks at the dates of the peer's own certificate in any case: the JDK does not when that
 * certificate is itself among the trusted ones.
 */
final class StrictTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager trust;

    StrictTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    private static void checkDates(X509Certificate[] chain) throws CertificateException {
        if (chain.length > 0) {
            chain[0].checkValidity();
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        trust.checkServerTrusted(chain, kind, socket);
        checkDates(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        trust.checkServerTrusted(chain, kind, engine);
        checkDates(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        trust.checkServerTrusted(chain, kind);
        checkDates(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        trust.checkClientTrusted(chain, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        trust.checkClientTrusted(chain, kind, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        trust.checkClientTrusted(chain, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
