package io.tender.benchmarks.placement;

import com.netflix.fenzo.VirtualMachineLease;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.mesos.Protos;

/** An offer of one agent, as Fenzo wants it. Its maps are asked for null, which those of Map.of refuse. */
record FenzoLease(String id, String agent, double cpus, double memory, double disk, long made)
        implements VirtualMachineLease {

    @Override
    public String getId() {
        return id;
    }

    @Override
    public long getOfferedTime() {
        return made;
    }

    @Override
    public String hostname() {
        return agent;
    }

    @Override
    public String getVMID() {
        return agent;
    }

    @Override
    public double cpuCores() {
        return cpus;
    }

    @Override
    public double memoryMB() {
        return memory;
    }

    @Override
    public double networkMbps() {
        return 0;
    }

    @Override
    public double diskMB() {
        return disk;
    }

    @Override
    public List<Range> portRanges() {
        return List.of();
    }

    @Override
    public Protos.Offer getOffer() {
        return Protos.Offer.getDefaultInstance();
    }

    @Override
    public Map<String, Protos.Attribute> getAttributeMap() {
        return Collections.emptyMap();
    }

    @Override
    public Double getScalarValue(String name) {
        return 0.0;
    }

    @Override
    public Map<String, Double> getScalarValues() {
        return Collections.emptyMap();
    }
}
