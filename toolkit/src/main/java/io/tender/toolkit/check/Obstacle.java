package io.tender.toolkit.check;

/**
 * What stood between a check and what it wanted to know.
 *
 * @param target what was asked, without a query
 */
record Obstacle(Trouble trouble, String target) {}
