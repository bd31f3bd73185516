package io.tender.model.service;

/** How near a machine is to its maintenance; the nearer, the later it is tried. */
public enum MaintenanceMode {
    NONE(0),
    /** Maintenance is announced: tried last, but used. */
    SCHEDULED(1),
    /** Being emptied: not used. */
    DRAINING(2),
    /** Empty: not used. */
    DRAINED(3);

    private final int nearness;

    MaintenanceMode(int nearness) {
        this.nearness = nearness;
    }

    /** Grows as maintenance comes nearer. */
    public int nearness() {
        return nearness;
    }
}
