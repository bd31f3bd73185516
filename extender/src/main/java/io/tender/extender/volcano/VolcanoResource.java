package io.tender.extender.volcano;

import io.tender.model.batch.ResourceList;

/** Amounts as the real program writes them: in its own structure, and as Kubernetes does. */
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

    /** As a Kubernetes object has them. */
    static void quantities(Json json, String name, ResourceList list) {
        json.begin(name);
        for (int i = 0; i < list.size(); i++) {
            json.put(list.name(i), ResourceList.print(list.name(i), list.millis(i)));
        }
        json.end();
    }
}
