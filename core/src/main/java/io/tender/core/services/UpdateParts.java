package io.tender.core.services;

/** What an update works with. */
record UpdateParts(
        ServiceSettings settings,
        Agenda agenda,
        Jobs jobs,
        TaskBook tasks,
        Machines machines,
        Lifecycle lifecycle,
        UpdateAffinity affinity,
        ServiceListener listener) {}
