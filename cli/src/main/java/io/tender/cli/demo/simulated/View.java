package io.tender.cli.demo.simulated;

/** Shows a demo while it runs. */
interface View {

    /** Called after every step; what is worth drawing, and when, is the view's own business. */
    void show(Snapshot snapshot);

    /** Called once, before the summary is printed. */
    void end();
}
