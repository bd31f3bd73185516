package io.tender.extender.client;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The loaded TLS settings: at once for an https extender, otherwise when a call first goes to an https address. */
final class TlsSource {
    private final ExtenderName extender;
    private final TlsSettings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Optional<TlsContext> loaded = Optional.empty();

    private TlsSource(ExtenderName extender, TlsSettings settings) {
        this.extender = extender;
        this.settings = settings;
    }

    /** @throws IllegalArgumentException when the extender needs them and they cannot be used */
    static TlsSource of(ExtenderSettings settings) {
        TlsSource source = new TlsSource(settings.name(), settings.tls());
        if (settings.endpoint().tls()) {
            source.loaded = Optional.of(TlsContext.load(settings.name(), settings.tls()));
        }
        return source;
    }

    TlsContext context() throws LocalFault {
        Optional<TlsContext> known = loaded;
        if (known.isPresent()) {
            return known.get();
        }
        lock.lock();
        try {
            if (loaded.isEmpty()) {
                loaded = Optional.of(TlsContext.load(extender, settings));
            }
            return loaded.get();
        } catch (IllegalArgumentException unusable) {
            throw new LocalFault("the TLS settings cannot be used", unusable);
        } finally {
            lock.unlock();
        }
    }
}
