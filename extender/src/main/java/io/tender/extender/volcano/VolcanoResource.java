package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.model.batch.ResourceList;

/** Amounts as the real program writes them: in its own structure. */
final class VolcanoResource {
    private VolcanoResource() {}

    /** Thousandths of a core, bytes, whole places, and thousandths of all else. */
    static void write(Json json, String name, ResourceList list, long maxTasks) {
        json.begin(name).put("MilliCPU", list.millis(ResourceList.CPU)).put("Memory", list.millis(ResourceList.MEMORY));
        scalars(json, list);
        json.put("MaxTaskNum", maxTasks).end();
    }

    private static void scalars(Json json, ResourceList list) {
        boolean any = false;
        for (int i = 0; i < list.size(); i++) {
            String resource = list.name(i);
            if (resource.equals(ResourceList.CPU) || resource.equals(ResourceList.MEMORY)) {
                continue;
            }
            if (!any) {
                json.begin("ScalarResources");
                any = true;
            }
            if (resource.equals(ResourceList.PODS)) {
                json.putMillis(resource, list.millis(i));
            } else {
                json.put(resource, ResourceList.isBytes(resource) ? list.millis(i) * 1000 : list.millis(i));
            }
        }
        if (any) {
            json.end();
        } else {
            json.putNull("ScalarResources");
        }
    }
}
