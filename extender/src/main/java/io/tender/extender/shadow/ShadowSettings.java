package io.tender.extender.shadow;

import java.util.Optional;

/**
 * How an extender is tried out.
 *
 * @param shadowOf whose answers its own are compared with, and who does not decide where a canary does; empty for what all
 *     that decide say together
 * @param share for which a canary decides
 * @param waiting questions that may wait for it; further ones are dropped
 * @param nodes of a search for a node that it is asked about at most
 * @param examples of disagreement that are kept
 */
public record ShadowSettings(
        Mode mode, Optional<String> shadowOf, Share share, StopRules stop, int waiting, int nodes, int examples) {}
