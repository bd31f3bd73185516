package io.tender.examples.extender;

import io.tender.extender.server.ExtenderServer;

/** What the programs among the examples have in common: {@code --port 9191}, and a first line that says where they listen. */
final class Examples {
    private Examples() {}

    /** Answers until the program is ended. */
    static void serve(ExtenderServer.Builder extender, String[] args, int usualPort) {
        int port = args.length >= 2 && args[0].equals("--port") ? Integer.parseInt(args[1]) : usualPort;
        ExtenderServer server = extender.listen(port);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
        System.out.println(server.address() + "/tender");
    }
}
