package io.tender.model.batch;

/** What the jobs of a namespace may reserve together, and what others in it use already. */
public record NamespaceQuota(String namespace, String name, ResourceList hard, ResourceList used) {}
