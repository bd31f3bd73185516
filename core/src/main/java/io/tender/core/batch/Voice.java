package io.tender.core.batch;

/**
 * What one plugin says to one kind of question.
 *
 * @param plugin what the settings call the plugin
 * @param tier counts from 0
 */
record Voice<H>(String plugin, int tier, H hook) {}
