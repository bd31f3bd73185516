/**
 * The extender plugin of batch sessions: somebody else's program is asked, over HTTP, at every decision it registered for.
 *
 * <p>{@link io.tender.extender.volcano.ExtenderPluginFactory} reads the arguments, {@link
 * io.tender.extender.volcano.ExtenderPlugin} offers a hook for each verb that has a name. What a failure means is decided by
 * {@code FailureTable} alone. Three dialects are spoken: the lean one of Volcano's published page, the structures that the
 * real program sends, and the extender protocol of kube-scheduler.
 */
@NullMarked
package io.tender.extender.volcano;

import org.jspecify.annotations.NullMarked;
