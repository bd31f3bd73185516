package io.tender.spi.batch;

/**
 * Makes plugins of one kind. Found by {@link java.util.ServiceLoader} on the class path and in the jars of the plugins
 * folder, and chosen by the name of a plugin in the settings.
 */
public interface BatchPluginFactory {

    /** The name operators select it by; unique among all factories found, compared exactly. */
    String name();

    /** One sentence for the list of known plugins. */
    default String description() {
        return "";
    }

    /**
     * Makes a plugin for as long as the settings stay as they are.
     *
     * @param arguments what the settings give it; what is of the wrong type or never asked for is reported by whoever
     *     calls, with its line
     * @param setup its surroundings
     */
    BatchPlugin create(Arguments arguments, PluginSetup setup);
}
