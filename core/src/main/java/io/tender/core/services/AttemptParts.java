package io.tender.core.services;

/** What an attempt works with. */
record AttemptParts(
        ServiceSettings settings,
        Agenda agenda,
        OfferBook book,
        StaticBans bans,
        KnownFits fits,
        LimitCounts limits,
        Reservations reservations,
        UpdateAffinity affinity,
        Assigner assigner,
        ServiceMetrics metrics,
        Troubles troubles) {}
