package io.tender.spi.batch;

import java.util.List;
import java.util.Optional;

/** A domain of the network. */
public interface HyperNodeView {

    String name();

    /** 1 is the closest; the domain of all nodes has the highest. */
    int tier();

    String tierName();

    /** All nodes in it, however deep. */
    List<? extends NodeView> nodes();

    Optional<? extends HyperNodeView> parent();

    List<? extends HyperNodeView> children();
}
