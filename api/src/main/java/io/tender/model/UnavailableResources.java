package io.tender.model;

/** What an inverse offer asks back: these resources (none named: everything on the machine), for this reason. */
public record UnavailableResources(Resources resources, Unavailability unavailability) {}
