/**
 * The short way to an allocator of one's own: write an {@link io.tender.spi.policy.AllocationPolicy}, which only says who
 * is offered what, and let {@link io.tender.spi.policy.PolicyAllocator} keep everything else the contract asks for.
 *
 * <p>Here and not in the core, because authors of modules compile on the api alone, and because a policy must not be able
 * to reach into the built-in allocator.
 */
@NullMarked
package io.tender.spi.policy;

import org.jspecify.annotations.NullMarked;
