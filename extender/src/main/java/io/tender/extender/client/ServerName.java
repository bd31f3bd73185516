package io.tender.extender.client;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;

/** The name by which a server is asked for while greeting (SNI), and which its certificate must have. */
final class ServerName {
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private ServerName() {}

    static boolean isUsable(String name) {
        if (isAddress(name)) {
            return true;
        }
        try {
            return !new SNIHostName(name).getAsciiName().isEmpty() && !name.endsWith(".");
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }

    private static boolean isAddress(String name) {
        return IPV4.matcher(name).matches() || (name.indexOf(':') >= 0 && name.matches("[0-9A-Fa-f:.]+"));
    }

    /**
     * The JDK looks at the host that the connection was made for, too, so that has to be this name as well.
     *
     * @param wanted empty for the host of the address, which the JDK sends by itself
     */
    static void apply(Optional<String> wanted, boolean checked, SSLParameters parameters) {
        // Said in either case: the library for HTTP/2 would check on its own.
        parameters.setEndpointIdentificationAlgorithm(checked ? "HTTPS" : "");
        // An address is proved by a certificate, but never asked for; the JDK would leave out a name without a dot.
        wanted.filter(name -> !isAddress(name))
                .ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
    }
}
