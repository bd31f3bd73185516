package io.tender.daemon.http.operator;

import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.InverseOffer;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.master.Offer;
import io.tender.daemon.master.TaskView;
import java.util.List;

/** Everything the master knew in one moment: taken on its turn, written down on the thread of whoever asked. */
record Snapshot(
        List<AgentView> agents,
        List<FrameworkView> frameworks,
        List<FrameworkView> completedFrameworks,
        List<Offer> offers,
        List<InverseOffer> inverseOffers,
        List<TaskView> tasks,
        List<TaskView> completedTasks) {

    static Snapshot of(MasterView view) {
        return new Snapshot(
                view.agents(),
                view.frameworks(),
                view.completedFrameworks(),
                view.offers(),
                view.inverseOffers(),
                view.tasks(),
                view.completedTasks());
    }
}
