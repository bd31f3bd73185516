package io.tender.model;

/** Where an agent stands, so that far-away machines can be told from near ones. */
public record Domain(String region, String zone) {}
