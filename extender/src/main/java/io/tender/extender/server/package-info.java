/**
 * For authors of extenders: a policy written once, in words of the domain, answers in every dialect on one port.
 *
 * <p>A {@link io.tender.extender.server.Codec} turns requests of its dialect into a {@link io.tender.extender.server.Question},
 * somebody (a {@link io.tender.extender.server.Policy} mostly) gives the {@link io.tender.extender.server.Answer}, and the codec
 * says it in the form in which it was asked.
 */
@NullMarked
package io.tender.extender.server;

import org.jspecify.annotations.NullMarked;
