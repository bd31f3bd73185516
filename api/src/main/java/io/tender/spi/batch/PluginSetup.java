package io.tender.spi.batch;

/**
 * What a plugin is made with.
 *
 * @param name what the settings call it: the factory's name, unless the same plugin is used several times
 * @param hierarchy whether the settings switch {@code enableHierarchy} on for it
 */
public record PluginSetup(String name, boolean hierarchy) {}
