package io.tender.model;

/**
 * The text form of resources: what operators write on command lines and read in messages.
 *
 * <pre>
 * resources   := item (';' item)*
 * item        := name [ '(' stack ')' ] mark* ':' value
 * value       := number | '[' a '-' b (',' a '-' b)* ']' | '{' word (',' word)* '}'
 *
 * stack       := reservation ('&gt;' reservation)*                   outermost first; (*) means unreserved
 * reservation := ['+'] role [ '@' principal ] [ labels ]           with '+' it is DYNAMIC, else STATIC
 * labels      := '{' key [ '=' word ] (',' key [ '=' word ])* '}'
 *
 * mark        := '[' disk ']'                                      only on the scalar 'disk'
 *              | '{REV}'                                           revocable
 *              | '&lt;SHARED' [ 'x' count ] '&gt;'                       shared, with so many copies
 *              | '&lt;PROVIDER' word '&gt;'                              from this resource provider
 *              | '&lt;ALLOCATED' role '&gt;'                             allocated to this role
 * disk        := source | volume | source ',' volume
 * source      := ('PATH' | 'MOUNT' | 'BLOCK' | 'RAW') [ ':' root ] ('id=' word | 'vendor=' word | 'profile=' word)* [ labels ]
 * volume      := [ persistence [ '@' principal ] ] [ ':' [ hostPath ':' ] containerPath [ ':' ('rw' | 'ro') ] ]
 * </pre>
 *
 * <p>Spaces around words and inside values mean nothing. A word that holds space or one of {@code ;:()[]{}<>@=,+"\} is
 * written in double quotes, with the escapes {@code \" \\ \n \t} and {@code \}{@code uXXXX}. Items that may be one
 * object become one: {@code cpus:1;cpus:2} is {@code cpus:3}.
 */
public final class ResourceText {
    private ResourceText() {}

    public static Resources parse(String text) {
        return parse(text, Role.ANY);
    }

    /** Items that name no role are reserved for the given one, unless it is {@link Role#ANY}. */
    public static Resources parse(String text, Role defaultRole) {
        return new ResourceTextParser(text, defaultRole).resources();
    }

    /**
     * Reads what an agent is started with: no dynamic reservations, revocable resources, persistent volumes or
     * allocations, which come about later, and no name of two types.
     */
    public static Resources parseForAgent(String text, Role defaultRole) {
        return new ResourceTextParser(text, defaultRole).resourcesForAgent();
    }

    /** The canonical text; it parses back to equal resources. */
    public static String print(Resources resources) {
        ResourceTextPrinter printer = new ResourceTextPrinter();
        for (Resource resource : resources) {
            printer.item(resource, resource.isShared() ? resources.copies(resource) : 1);
        }
        return printer.text();
    }

    public static String print(Resource resource) {
        ResourceTextPrinter printer = new ResourceTextPrinter();
        printer.item(resource, 1);
        return printer.text();
    }
}
