package io.tender.daemon.work;

/** Something a person wrote down and wants to be so. Equal documents ask for the same, however they were written. */
public sealed interface Document
        permits JobDocument, PodGroupDocument, QueueDocument, ServiceDocument, PriorityClassDocument, SessionDocument {
    DocumentId id();
}
