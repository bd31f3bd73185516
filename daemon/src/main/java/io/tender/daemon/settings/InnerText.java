package io.tender.daemon.settings;

/**
 * A text that settings have within them, or in a file they name.
 *
 * @param name what messages call it
 * @param text as it is to be read; what stands within settings has the lines there that it has in them
 * @param meant the same wherever it stands: what is compared to know whether it has changed
 */
public record InnerText(String name, String text, String meant) {
    static InnerText ofFile(String name, String text) {
        return new InnerText(name, text, text);
    }
}
