package io.tender.extender.volcano;

/** In which words an extender is spoken to. */
enum DialectName {
    /** The lean form of the published page, carried through to all verbs. */
    DOCUMENTED,
    /** What the real program sends and understands, from version 1.10 on. */
    VOLCANO,
    /** The extender protocol of kube-scheduler, v1. */
    KUBE
}
