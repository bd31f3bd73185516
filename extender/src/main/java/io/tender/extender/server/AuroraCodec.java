package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Aurora's HTTP offer set: which hosts to try for a task, and in which order. */
final class AuroraCodec implements Codec {
    private static final SortedMap<String, Question.Kind> VERBS =
            Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("offerset", Question.Kind.ORDER)));

    @Override
    public SortedMap<String, Question.Kind> verbs() {
        return VERBS;
    }

    @Override
    public Asked read(String verb, byte[] sent) throws Unreadable {
        byte[] body = utf8(sent);
        Cursor cursor = new Cursor(body);
        if (!cursor.enterObject()) {
            throw new Unreadable("Got null; expected an object");
        }
        String jobKey = "";
        ResourceList wanted = ResourceList.empty();
        @Nullable List<Offer> offers = null;
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            switch (name) {
                case "jobkey" -> jobKey = cursor.text();
                case "request" -> wanted = Amounts.offered(cursor);
                case "hosts" -> offers = offers(cursor);
                default -> cursor.skip();
            }
        }
        cursor.expectEnd();
        if (offers == null) {
            throw new Unreadable("Got no 'hosts'; expected a list of that name");
        }
        String job = job(jobKey);
        Task task = Task.of("", job, "").of(job).asking(wanted).told(Document.part(body, 0, body.length));
        return new AuroraAsked(new Question.Order(task, offers));
    }

    /** Aurora writes Latin-1 and calls it UTF-8. */
    private static byte[] utf8(byte[] sent) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(sent));
            return sent;
        } catch (CharacterCodingException latin) {
            return new String(sent, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Behind the last at sign is the reading of a clock, which says nothing about the job. */
    private static String job(String jobKey) {
        int at = jobKey.lastIndexOf('@');
        return at > 0 ? jobKey.substring(0, at) : jobKey;
    }

    private static List<Offer> offers(Cursor cursor) throws Unreadable {
        List<Offer> all = new ArrayList<>();
        if (cursor.enterList()) {
            while (cursor.item()) {
                int from = cursor.at();
                Offer read = offer(cursor);
                all.add(new Offer(read.host(), read.resources(), cursor.since(from)));
            }
        }
        return all;
    }

    private static Offer offer(Cursor in) throws Unreadable {
        String host = "";
        ResourceList resources = ResourceList.empty();
        if (in.opensObject()) {
            for (String name = in.member(); !name.isEmpty(); name = in.member()) {
                switch (name) {
                    case "name" -> host = in.text();
                    case "offer" -> resources = Amounts.offered(in);
                    default -> in.skip();
                }
            }
        }
        if (host.isEmpty()) {
            throw new Unreadable("Got a host without a name; expected one by which it can be answered about");
        }
        return new Offer(host, resources, Document.none());
    }

    /** A question for an order, and how it is answered: in ASCII, since Aurora takes replies for Latin-1. */
    private record AuroraAsked(Question question) implements Asked {
        @Override
        public Reply reply(Answer answer) {
            return switch (answer) {
                case Answer.Ordered ordered -> said("", ordered.hosts());
                // Aurora looks at the body and at no status, others at the status: both tell that it failed.
                case Answer.Failed failed ->
                    new Reply(500, said(failed.message(), List.of()).body());
                default -> throw Mismatch.of(question, answer);
            };
        }

        private static Reply said(String error, List<String> hosts) {
            JsonOut out = new JsonOut(64 + 32 * hosts.size());
            out.plain("{\"error\":").asciiText(error).plain(",\"hosts\":[");
            String comma = "";
            for (String host : hosts) {
                out.plain(comma).asciiText(host);
                comma = ",";
            }
            return out.plain("]}").reply();
        }
    }
}
