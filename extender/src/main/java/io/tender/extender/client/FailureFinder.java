package io.tender.extender.client;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateExpiredException;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;

/** Turns what was thrown within a call into what happened. */
final class FailureFinder {
    private static final int LONGEST = 300;

    private final Target target;
    private final Flight flight;
    private final Secrets secrets;
    private final long answerCap;
    private final Function<Phase, ExtenderFailure> timeIsUp;

    /** @param timeIsUp the deadline or the budget, whichever ends first */
    FailureFinder(
            Target target, Flight flight, Secrets secrets, long answerCap, Function<Phase, ExtenderFailure> timeIsUp) {
        this.target = target;
        this.flight = flight;
        this.secrets = secrets;
        this.answerCap = answerCap;
        this.timeIsUp = timeIsUp;
    }

    Target target() {
        return target;
    }

    ExtenderFailure late() {
        return timeIsUp.apply(flight.phase());
    }

    ExtenderFailure closed() {
        return new ExtenderFailure.Closed(target, flight.phase());
    }

    ExtenderFailure interrupted() {
        return new ExtenderFailure.Interrupted(target, flight.phase());
    }

    ExtenderFailure errorAnswer(String said) {
        return new ExtenderFailure.ErrorAnswered(target, secrets.hideIn(said));
    }

    ExtenderFailure malformed(OptionalLong position, String what) {
        return new ExtenderFailure.Malformed(target, position, shown(what));
    }

    ExtenderFailure tooLarge(String what) {
        return new ExtenderFailure.TooLarge(target, answerCap, what);
    }

    /** A stranger's text for a message: without our secrets, and short. */
    String shown(String text, int most) {
        String hidden = secrets.hideIn(text, most);
        return Printable.of(hidden, text.length() > most ? Math.min(most, hidden.length()) : most)
                + (text.length() > most && hidden.length() <= most ? "…" : "");
    }

    Secrets secrets() {
        return secrets;
    }

    private String shown(String text) {
        return shown(text, LONGEST);
    }

    /**
     * @param received bytes of the body so far
     * @param announced how many there should have been
     */
    ExtenderFailure of(Exception thrown, long received, OptionalLong announced) {
        if (flight.isShut()) {
            return closed();
        }
        // What a severed connection throws is all sorts of things, so the clock is asked first.
        if (flight.isOver()) {
            return late();
        }
        if (Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        return switch (thrown) {
            case LocalFault ours -> new ExtenderFailure.Broken(target, flight.phase(), message(ours));
            case TooMuch much -> tooLarge(message(much));
            case NotUtf8 garbage -> malformed(OptionalLong.of(garbage.position()), message(garbage));
            case UnknownHostException unknown -> new ExtenderFailure.UnknownHost(target);
            case NoRouteToHostException noWay -> new ExtenderFailure.Unreachable(target, message(noWay));
            case ConnectException refused -> connecting(refused);
            case H2StreamResetException reset -> streamReset(reset);
            case H2ConnectionException notHttp2 ->
                malformed(OptionalLong.empty(), "something that is not HTTP/2: " + message(notHttp2));
            case MessageConstraintException tooLong -> malformed(OptionalLong.empty(), message(tooLong));
            case NoHttpResponseException silent -> ended(received, announced);
            case TruncatedChunkException cut -> ended(received, announced);
            case ConnectionClosedException closed -> ended(received, announced);
            case MalformedChunkCodingException chunk -> malformed(OptionalLong.of(received), message(chunk));
            case ZipException zip -> malformed(OptionalLong.of(received), "broken gzip: " + message(zip));
            case SSLException tls -> secure(tls, received, announced);
            case SocketException broken -> broken(broken, received, announced);
            case HttpException notHttp ->
                malformed(OptionalLong.empty(), "something that is not HTTP: " + message(notHttp));
            default -> other(thrown);
        };
    }

    private ExtenderFailure connecting(ConnectException refused) {
        String what = message(refused);
        return what.contains("refused")
                ? new ExtenderFailure.Refused(target, "'" + what + "'")
                : new ExtenderFailure.Unreachable(target, "'" + what + "'");
    }

    private ExtenderFailure streamReset(H2StreamResetException reset) {
        return new ExtenderFailure.Reset(
                target, flight.phase(), "a reset of the stream (" + H2Error.getByCode(reset.getCode()) + ")");
    }

    /** The peer closed the connection in an orderly way. */
    private ExtenderFailure ended(long received, OptionalLong announced) {
        return flight.phase() == Phase.READING
                ? new ExtenderFailure.CutShort(target, received, announced)
                : new ExtenderFailure.Reset(target, flight.phase(), "a connection closed without an answer");
    }

    private ExtenderFailure secure(SSLException tls, long received, OptionalLong announced) {
        if (flight.phase() != Phase.HANDSHAKING) {
            for (Throwable cause = tls.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof SocketException socket) {
                    return broken(socket, received, announced);
                }
            }
            if (flight.phase() == Phase.READING) {
                return new ExtenderFailure.CutShort(target, received, announced);
            }
        }
        return new ExtenderFailure.TlsFailed(target, rootMessage(tls));
    }

    private ExtenderFailure broken(SocketException broken, long received, OptionalLong announced) {
        return flight.phase() == Phase.READING && received > 0
                ? new ExtenderFailure.CutShort(target, received, announced)
                : new ExtenderFailure.Reset(target, flight.phase(), "'" + message(broken) + "'");
    }

    private ExtenderFailure other(Exception thrown) {
        if (flight.phase() == Phase.HANDSHAKING) {
            return new ExtenderFailure.TlsFailed(target, rootMessage(thrown));
        }
        String what = "'" + thrown.getClass().getSimpleName() + ": " + message(thrown) + "'";
        return flight.phase() == Phase.CONNECTING
                ? new ExtenderFailure.Unreachable(target, what)
                : new ExtenderFailure.Reset(target, flight.phase(), what);
    }

    private String message(Exception thrown) {
        String said = thrown.getMessage();
        return shown(said == null ? thrown.getClass().getSimpleName() : said);
    }

    private String rootMessage(Exception thrown) {
        Throwable root = thrown;
        for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        if (root instanceof CertificateExpiredException) {
            return "a certificate that has expired (" + shown(String.valueOf(root.getMessage())) + ")";
        }
        String first = message(thrown);
        return root.getMessage() == null || first.contains(root.getMessage())
                ? "'" + first + "'"
                : "'" + first + "' (" + shown(root.getMessage()) + ")";
    }
}
