package io.tender.testkit.scenario.step;

/**
 * The settings of a batch scheduler as a scenario writes them. {@code $(name)} stands for the address of an extender of the
 * scenario.
 *
 * @param name what problems call the file
 * @param firstLine where the first line of the text stands in that file
 */
public record ConfText(String name, String text, int firstLine) {}
