package io.tender.toolkit.check;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;

/** Who answers over https, and how well that is protected. */
final class TlsChecks {
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int SERVER_HELLO = 2;
    /** What TLS 1.1 calls itself. */
    private static final int TLS_1_1 = 0x0302;

    private TlsChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                                "L1",
                                "The certificate is valid and signed by somebody who is trusted",
                                "Anybody on the way could answer in place of the service",
                                "renew the certificate, send the whole chain, or name its authority with --ca",
                                service -> handshake(service, false))
                        .asGate(),
                Check.of(
                                "L2",
                                "The certificate is that of the host",
                                "A certificate of another host proves nothing about this one",
                                "have the name or IP of the address among the certificate's alternative names",
                                service -> handshake(service, true))
                        .asGate(),
                Check.of(
                        "L3",
                        "TLS 1.1 and older are refused",
                        "They can be broken, and auditors look for them",
                        "allow TLS 1.2 and 1.3 only",
                        TlsChecks::oldProtocol));
    }

    private static void needTls(Service service) throws Ended {
        if (!service.wire().address().tls()) {
            throw Ended.skipped("the address is no https one");
        }
    }

    private static String handshake(Service service, boolean checkHostName) throws Ended {
        needTls(service);
        try {
            service.wire().open(checkHostName).close();
            return "";
        } catch (NoAnswer none) {
            Ended failed = Ended.failed(
                    String.valueOf(none.getMessage()),
                    checkHostName
                            ? "a certificate of " + service.wire().address().bareHost()
                            : "a certificate that is valid today, with a chain to a trusted authority");
            throw none.kind() == NoAnswer.Kind.NO_TLS
                    ? failed.toDo("let the service speak TLS; as long as it does not, its address begins with http://")
                    : failed;
        }
    }

    /** The JDK speaks no TLS 1.1 any more, so its greeting is written out here; only the first reply is of interest. */
    private static String oldProtocol(Service service) throws Ended {
        needTls(service);
        try (Socket socket = service.wire().openPlain();
                Patience.Watch watch = service.wire().patience().watch(socket)) {
            socket.getOutputStream().write(oldGreeting());
            socket.getOutputStream().flush();
            byte[] reply = socket.getInputStream().readNBytes(6);
            if (reply.length < 6 || reply[0] == ALERT) {
                return watch.isLate() ? "no reply" : "";
            }
            if (reply[0] == HANDSHAKE && reply[5] == SERVER_HELLO) {
                throw Ended.failed("a server's greeting in TLS 1.1", "an alert, or the end of the connection");
            }
            throw Ended.failed("no TLS: a record of type " + reply[0], "an alert, or the end of the connection");
        } catch (IOException refused) {
            return "";
        }
    }

    private static byte[] oldGreeting() throws IOException {
        ByteArrayOutputStream hello = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(hello);
        out.writeShort(TLS_1_1);
        out.write(new byte[32]);
        out.writeByte(0);
        // Those that servers of old have: AES with SHA, with and without ephemeral keys.
        int[] suites = {0xC009, 0xC00A, 0xC013, 0xC014, 0x002F, 0x0035};
        out.writeShort(suites.length * 2);
        for (int suite : suites) {
            out.writeShort(suite);
        }
        out.writeShort(0x0100);
        // Curves and point formats, without which no server agrees to ephemeral keys.
        byte[] extensions = {0, 10, 0, 8, 0, 6, 0, 23, 0, 24, 0, 25, 0, 11, 0, 2, 1, 0};
        out.writeShort(extensions.length);
        out.write(extensions);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream framed = new DataOutputStream(record);
        framed.writeByte(HANDSHAKE);
        framed.writeShort(0x0301);
        framed.writeShort(hello.size() + 4);
        framed.writeByte(1);
        framed.writeByte(0);
        framed.writeShort(hello.size());
        framed.write(hello.toByteArray());
        return record.toByteArray();
    }
}
