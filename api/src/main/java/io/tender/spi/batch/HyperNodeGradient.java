package io.tender.spi.batch;

import java.util.List;

/**
 * Which domains are tried for a job, in which order: all of a list are compared with each other, and the next list is tried
 * only if none of them will do. Combined: the first plugin that answers; otherwise the given domain alone.
 */
@FunctionalInterface
public interface HyperNodeGradient {
    List<List<HyperNodeView>> domains(JobView job, HyperNodeView within);
}
