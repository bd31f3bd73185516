package io.tender.model.service;

/** What a service task can ask of a machine, in the order in which it is compared and reported. */
public enum ResourceKind {
    CPU("cpus", "CPU", 16),
    RAM("mem", "RAM", 24_576),
    DISK("disk", "disk", 460_800),
    PORTS("ports", "ports", 1_000),
    GPU("gpus", "GPU", 4),
    IP("ips", "IP", 128);

    private final String resource;
    private final String label;
    private final int range;

    ResourceKind(String resource, String label, int range) {
        this.resource = resource;
        this.label = label;
        this.range = range;
    }

    /** Its name among an agent's resources. */
    public String resource() {
        return resource;
    }

    /** Its name in a veto. */
    public String label() {
        return label;
    }

    /** A shortage of this much weighs as much as a veto for resources can. */
    public int range() {
        return range;
    }

    /** The thousandths of it in a bundle. */
    public long in(ResourceBundle bundle) {
        return switch (this) {
            case CPU -> bundle.cpuMillis();
            case RAM -> bundle.ramMillis();
            case DISK -> bundle.diskMillis();
            case PORTS -> bundle.portMillis();
            case GPU -> bundle.gpuMillis();
            case IP -> bundle.ipMillis();
        };
    }
}
