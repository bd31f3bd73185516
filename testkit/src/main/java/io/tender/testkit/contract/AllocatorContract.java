package io.tender.testkit.contract;

/**
 * What every allocator must keep, whatever its policy. Authors of a module write
 *
 * <pre>{@code
 * class MyAllocatorTest extends AllocatorContract {
 *     @Override
 *     protected AllocatorFactory factory() {
 *         return new MyAllocatorFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>and get one test per rule; a broken rule tells what to do. No rule demands a certain choice between frameworks:
 * they demand that what is offered is there ({@link OfferRules}), that wrong and late calls do no harm
 * ({@link RefusalRules}), and that all of it holds over long histories, the same for the same seed
 * ({@link HistoryRules}).
 */
public abstract class AllocatorContract extends HistoryRules {}
