package io.tender.runtime;

import io.tender.spi.AllocatorRefusal;

/** Hears of calls that went wrong after their caller had gone on. Called on the allocator's thread; must not wait. */
public interface AllocatorListener {

    /** A call broke the contract; the allocator is as it was before. */
    void refused(String call, AllocatorRefusal refusal);

    /** A callback or the allocator itself failed, which is a bug in one of them. */
    void failed(Throwable failure);
}
