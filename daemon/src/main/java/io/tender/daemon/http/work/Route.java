package io.tender.daemon.http.work;

import io.helidon.http.Method;
import io.helidon.webserver.http.ServerResponse;
import io.tender.extender.http.Permission;

/**
 * One thing the API can be asked.
 *
 * @param path with the names of its parameters in braces
 * @param permission what the caller needs
 */
record Route(Method method, String path, Permission permission, Answering answer) {
    /** Answers a request itself, for as long as that takes. */
    @FunctionalInterface
    interface Answering {
        void answer(Question question, ServerResponse response);
    }

    private static Answering whole(Asked answer) {
        return (question, response) -> answer.to(question).send(response);
    }

    static Route get(String path, Asked answer) {
        return stream(path, whole(answer));
    }

    static Route post(String path, Asked answer) {
        return new Route(Method.POST, path, Permission.OPERATOR, whole(answer));
    }

    static Route delete(String path, Asked answer) {
        return new Route(Method.DELETE, path, Permission.OPERATOR, whole(answer));
    }

    /** What is answered a piece at a time. */
    static Route stream(String path, Answering answer) {
        return new Route(Method.GET, path, Permission.VIEWER, answer);
    }
}
