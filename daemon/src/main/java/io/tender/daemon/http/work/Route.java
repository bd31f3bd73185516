package io.tender.daemon.http.work;

import io.helidon.http.Method;
import io.tender.daemon.http.Permission;

/**
 * One thing the API can be asked.
 *
 * @param path with the names of its parameters in braces
 * @param permission what the caller needs
 */
record Route(Method method, String path, Permission permission, Asked answer) {
    static Route get(String path, Asked answer) {
        return new Route(Method.GET, path, Permission.VIEWER, answer);
    }

    static Route post(String path, Asked answer) {
        return new Route(Method.POST, path, Permission.OPERATOR, answer);
    }

    static Route delete(String path, Asked answer) {
        return new Route(Method.DELETE, path, Permission.OPERATOR, answer);
    }
}
