package io.tender.core.services;

import io.tender.model.service.JobKey;
import java.util.Optional;
import java.util.SortedSet;

/**
 * An update at one moment.
 *
 * @param waiting instances it has not come to yet
 * @param working instances it is changing or watching
 * @param done instances that are as they should be
 * @param failed instances whose new task ended too often
 * @param failure of which instance the new task ended too often, the latest; it is still told when all go back
 */
public record UpdateView(
        JobKey job,
        UpdateState state,
        SortedSet<Integer> waiting,
        SortedSet<Integer> working,
        SortedSet<Integer> done,
        SortedSet<Integer> failed,
        Optional<String> failure) {}
