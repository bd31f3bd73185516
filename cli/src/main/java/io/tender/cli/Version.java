package io.tender.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Answers {@code --version}: the program, the revision it was built from, and the JDK it runs on. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        Properties build = read();
        String revision = build.getProperty("revision", "");
        return new String[] {
            "tender " + build.getProperty("version") + (revision.isBlank() ? "" : " (revision " + revision + ")"),
            "JDK %s (%s), %s %s"
                    .formatted(
                            System.getProperty("java.version"),
                            System.getProperty("java.vendor"),
                            System.getProperty("os.name"),
                            System.getProperty("os.arch"))
        };
    }

    /** The number alone. */
    static String number() {
        return read().getProperty("version", "unknown");
    }

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IllegalStateException("build.properties is missing from the program's jar");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
