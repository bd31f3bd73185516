package io.tender.cli.demo;

import java.util.List;

/** One of those who share the cluster of a show: a framework, alone in its role. */
record ShowRole(String role, double weight, String framework) {
    static final ShowRole BATCH = new ShowRole("batch", 2, "batch");
    static final ShowRole SERVICES = new ShowRole("services", 2, "services");
    static final ShowRole REMOTE = new ShowRole("adhoc", 1, "short-tasks");
    static final List<ShowRole> ALL = List.of(BATCH, SERVICES, REMOTE);
}
