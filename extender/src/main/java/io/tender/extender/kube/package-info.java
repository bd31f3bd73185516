/**
 * The extender protocol of kube-scheduler, v1, as its caller speaks it: what is sent ({@link
 * io.tender.extender.kube.KubeRequests}), how answers are read, and the offer set that has services ordered by such an
 * extender. Batch sessions speak it through the extender plugin.
 */
@NullMarked
package io.tender.extender.kube;

import org.jspecify.annotations.NullMarked;
