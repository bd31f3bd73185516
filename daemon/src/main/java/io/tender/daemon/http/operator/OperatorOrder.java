package io.tender.daemon.http.operator;

import io.tender.daemon.master.Master;
import io.tender.daemon.master.Operator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A change that an operator asks for, read and understood.
 *
 * @param status the one Mesos answers with when it was done
 * @param work to be done on a turn of the master
 */
record OperatorOrder(int status, Function<Master, CompletableFuture<Void>> work) {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /** One that is done within its turn. */
    static OperatorOrder of(Consumer<Operator> work) {
        return new OperatorOrder(OK, master -> {
            work.accept(master.operator());
            return CompletableFuture.completedFuture(null);
        });
    }

    /** One whose end comes later, which Mesos does not wait for. */
    static OperatorOrder later(Function<Operator, CompletableFuture<Void>> work) {
        return new OperatorOrder(ACCEPTED, master -> work.apply(master.operator()));
    }
}
