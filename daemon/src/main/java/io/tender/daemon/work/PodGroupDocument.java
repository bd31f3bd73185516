package io.tender.daemon.work;

import io.tender.model.batch.JobId;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.SubGroupPolicy;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A PodGroup of {@code scheduling.volcano.sh/v1beta1}: what a gang needs, written down apart from the job. A job that names
 * it in its annotation {@code scheduling.k8s.io/group-name} is a gang of this kind.
 */
public record PodGroupDocument(
        JobId name,
        int minMember,
        SortedMap<String, Integer> minTaskMember,
        String queue,
        int priority,
        Optional<String> priorityClass,
        Optional<ResourceList> minResources,
        Optional<NetworkTopology> topology,
        List<SubGroupPolicy> subGroups)
        implements Document {
    static final String KIND = "PodGroup";

    public PodGroupDocument {
        minTaskMember = Collections.unmodifiableSortedMap(new TreeMap<>(minTaskMember));
        subGroups = List.copyOf(subGroups);
    }

    @Override
    public DocumentId id() {
        return id(name);
    }

    static DocumentId id(JobId group) {
        return new DocumentId(KIND, group.toString());
    }
}
