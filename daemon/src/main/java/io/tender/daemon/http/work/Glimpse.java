package io.tender.daemon.http.work;

import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing as it was when it was looked at.
 *
 * @param view equal to an earlier one if nothing has changed; then it need not be written again
 */
record Glimpse(String id, Object view, Supplier<ObjectNode> json) {}
