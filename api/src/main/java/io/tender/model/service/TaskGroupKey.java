package io.tender.model.service;

/** All pending tasks with this config: what is placed together, and what an offer set orders offers for. */
public record TaskGroupKey(TaskConfig config) {

    public JobKey job() {
        return config.job();
    }

    @Override
    public String toString() {
        return config.job().toString();
    }
}
