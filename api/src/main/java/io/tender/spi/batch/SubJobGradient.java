package io.tender.spi.batch;

import java.util.List;

/**
 * As {@link HyperNodeGradient}, for a sub-group.
 */
@FunctionalInterface
public interface SubJobGradient {
    List<List<HyperNodeView>> domains(SubJobView subJob, HyperNodeView within);
}
