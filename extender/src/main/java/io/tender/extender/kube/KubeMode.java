package io.tender.extender.kube;

/**
 * How an extender is spoken to.
 *
 * @param names whether nodes and victims are named rather than shown whole: it has a cache of its own
 * @param tolerant whether answers are taken as kube-scheduler takes them; else they must be right
 */
public record KubeMode(boolean names, boolean tolerant) {
    /** As kube-scheduler does it when nothing is said, with answers that must be right. */
    public static final KubeMode USUAL = new KubeMode(false, false);
}
