package io.tender.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whom to believe about a daemon's certificate. */
final class Authorities {
    private Authorities() {}

    /** A context that believes those in the file and nobody else. */
    static SSLContext trusted(Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            if (store.size() == 0) {
                throw UserError.usage("'" + pem + "' names nobody to believe.")
                        .expected("one or more certificates in PEM (BEGIN CERTIFICATE)")
                        .toDo("name the file of the authority that signed the daemon's certificate");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException unreadable) {
            throw UserError.usage("The certificates in '" + pem + "' cannot be read.")
                    .got(unreadable)
                    .expected("a file of certificates in PEM (BEGIN CERTIFICATE)")
                    .toDo("name the file of the authority that signed the daemon's certificate with --ca or TENDER_CA");
        }
    }
}
