package io.tender.benchmarks.daemon;

import io.tender.benchmarks.daemon.Told.Offer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A framework as many are: one stream of events, one connection for its calls, which go one after the other. It holds a few
 * offers, launches one short task per offer as soon as it wants one, and acknowledges every status.
 */
final class LoadFramework implements AutoCloseable {
    /** The daemon's heartbeats are far more frequent. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private static final Duration TO_SUBSCRIBE = Duration.ofSeconds(60);
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);
    private static final long BUSY_PAUSE_MILLIS = 50;

    private final String role;
    private final Supplier<Window> window;
    private final Consumer<Throwable> onFailure;
    private final HttpLine stream;
    private final URI daemon;
    private volatile HttpLine calls;
    private long lastCall = System.nanoTime();
    private final String streamId;
    private final CompletableFuture<String> id = new CompletableFuture<>();
    private final LinkedBlockingQueue<Call> outgoing = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    // Guarded by this.
    private final LinkedHashMap<String, Offer> held = new LinkedHashMap<>();
    private final ArrayDeque<Long> wants = new ArrayDeque<>();
    private final Map<String, Launch> launches = new HashMap<>();
    private long launched;
    private int keeps;
    private int mostHeld = Integer.MAX_VALUE;

    private record Call(String body, Runnable whenSent) {}

    private static final class Launch {
        final long wantedNanos;
        volatile long sentNanos;

        Launch(long wantedNanos) {
            this.wantedNanos = wantedNanos;
        }
    }

    LoadFramework(URI daemon, String name, String role, Supplier<Window> window, Consumer<Throwable> onFailure)
            throws IOException {
        this.daemon = daemon;
        this.role = role;
        this.window = window;
        this.onFailure = onFailure;
        stream = new HttpLine(daemon, SILENCE);
        calls = new HttpLine(daemon, SILENCE);
        HttpLine.Head head = stream.send(
                "POST",
                "/api/v1/scheduler",
                "Content-Type: application/json\r\nAccept: application/json\r\n",
                """
                {"type":"SUBSCRIBE","subscribe":{"framework_info":{"user":"","name":"%s","failover_timeout":60.0,\
                "roles":["%s"],"capabilities":[{"type":"MULTI_ROLE"},{"type":"PARTITION_AWARE"}]}}}""".formatted(name, role));
        InputStream events = stream.body(head);
        if (head.status() != 200) {
            throw new IOException("got " + head.status() + " to a subscription: "
                    + new String(events.readAllBytes(), StandardCharsets.UTF_8));
        }
        streamId = head.header("mesos-stream-id");
        threads.add(Thread.ofVirtual().name(name + "-events").start(() -> guarded(() -> listen(events))));
        threads.add(Thread.ofVirtual().name(name + "-calls").start(() -> guarded(this::speak)));
    }

    void awaitSubscribed() throws IOException {
        try {
            id.get(TO_SUBSCRIBE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception never) {
            throw new IOException("a framework was not subscribed in time", never);
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (InterruptedException | IOException | RuntimeException failed) {
            if (!closed) {
                onFailure.accept(failed);
            }
        }
    }

    private void listen(InputStream events) throws IOException {
        while (!closed) {
            byte[] event = events.readNBytes(Integer.parseInt(HttpLine.line(events)));
            if (event.length == 0) {
                throw new EOFException("the stream of events has ended");
            }
            hear(Told.read(event));
        }
    }

    private void hear(Told told) {
        switch (told) {
            case Told.Subscribed subscribed -> id.complete(subscribed.framework());
            case Told.Offers offers -> take(offers.offers());
            case Told.Rescinded rescinded -> forget(rescinded.offer());
            case Told.Update update -> hear(update);
            case Told.Nothing nothing -> {}
        }
    }

    private synchronized void take(List<Offer> offers) {
        offers.forEach(offer -> held.put(offer.id(), offer));
        use();
        declineSurplus();
    }

    private void declineSurplus() {
        if (held.size() > mostHeld) {
            decline(held.size() - mostHeld);
        }
    }

    /** From now on offers beyond these are declined, so that others get some. */
    synchronized void hold(int offers) {
        mostHeld = offers;
        declineSurplus();
    }

    private void decline(int count) {
        StringBuilder ids = new StringBuilder();
        for (String offer : List.copyOf(held.sequencedKeySet()).subList(0, count)) {
            held.remove(offer);
            ids.append(ids.isEmpty() ? "" : ",")
                    .append("{\"value\":\"")
                    .append(offer)
                    .append("\"}");
        }
        call("DECLINE", "\"decline\":{\"offer_ids\":[" + ids + "],\"filters\":{\"refuse_seconds\":5.0}}");
    }

    private synchronized void forget(String offer) {
        held.remove(offer);
    }

    private void hear(Told.Update update) {
        call(
                "ACKNOWLEDGE",
                "\"acknowledge\":{\"agent_id\":{\"value\":\"" + update.agent() + "\"},\"task_id\":{\"value\":\""
                        + update.task() + "\"},\"uuid\":\"" + update.uuid() + "\"}");
        if (update.state().equals("TASK_RUNNING")) {
            running(update.task());
        } else if (!update.state().equals("TASK_STARTING")) {
            ended(update);
        }
    }

    private synchronized void running(String task) {
        long now = System.nanoTime();
        Launch launch = launches.get(task);
        if (launch != null && launch.sentNanos != 0) {
            Window current = window.get();
            current.fromWanted.add(now - launch.wantedNanos);
            current.fromSent.add(now - launch.sentNanos);
            launch.sentNanos = 0;
        }
    }

    private synchronized void ended(Told.Update update) {
        if (!update.state().equals("TASK_FINISHED")) {
            throw new IllegalStateException("a task ended as " + update.state() + ", expected TASK_FINISHED");
        }
        launches.remove(update.task());
        fill();
    }

    /** Runs so many tasks at a time from now on, each followed by another. */
    synchronized void keep(int tasks) {
        keeps = tasks;
        if (tasks == 0) {
            wants.clear();
        }
        fill();
    }

    private void fill() {
        while (launches.size() + wants.size() < keeps) {
            wants.add(System.nanoTime());
        }
        use();
    }

    /** Runs one more task. */
    synchronized void want() {
        wants.add(System.nanoTime());
        use();
    }

    /** Lets others have everything. */
    synchronized void rest() {
        call("SUPPRESS", "\"suppress\":{}");
        hold(0);
    }

    private void use() {
        while (!wants.isEmpty() && !held.isEmpty()) {
            Offer offer = held.pollFirstEntry().getValue();
            String task = "t-" + launched++;
            Launch launch = new Launch(wants.removeFirst());
            launches.put(task, launch);
            outgoing.add(new Call(accept(offer, task), () -> launch.sentNanos = System.nanoTime()));
        }
    }

    private String accept(Offer offer, String task) {
        return """
                {"framework_id":{"value":"%s"},"type":"ACCEPT","accept":{"offer_ids":[{"value":"%s"}],"operations":[\
                {"type":"LAUNCH","launch":{"task_infos":[{"name":"load","task_id":{"value":"%s"},\
                "agent_id":{"value":"%s"},"resources":[\
                {"name":"cpus","type":"SCALAR","scalar":{"value":0.1},"allocation_info":{"role":"%s"}},\
                {"name":"mem","type":"SCALAR","scalar":{"value":32.0},"allocation_info":{"role":"%s"}}],\
                "command":{"value":"true","shell":true}}]}}],"filters":{"refuse_seconds":0.0}}}""".formatted(id.join(), offer.id(), task, offer.agent(), role, role);
    }

    private void call(String type, String body) {
        outgoing.add(new Call(
                "{\"framework_id\":{\"value\":\"" + id.join() + "\"},\"type\":\"" + type + "\"," + body + "}",
                () -> {}));
    }

    private void speak() throws IOException, InterruptedException {
        String headers = "Content-Type: application/json\r\nMesos-Stream-Id: " + streamId + "\r\n";
        while (!closed) {
            Call call = outgoing.take();
            call.whenSent().run();
            HttpLine.Head answer = send(headers, call);
            while (answer.status() == 503 && !closed) {
                Thread.sleep(BUSY_PAUSE_MILLIS);
                answer = send(headers, call);
            }
            if (answer.status() != 202) {
                throw new IOException("got " + answer.status() + " to " + call.body());
            }
        }
    }

    private HttpLine.Head send(String headers, Call call) throws IOException {
        // One that has rested this long may have been closed, as it has while the other daemon had its turn.
        if (System.nanoTime() - lastCall > LONGEST_REST.toNanos()) {
            calls.close();
            calls = new HttpLine(daemon, SILENCE);
        }
        HttpLine.Head answer = calls.send("POST", "/api/v1/scheduler", headers, call.body());
        calls.body(answer).readAllBytes();
        lastCall = System.nanoTime();
        return answer;
    }

    synchronized int inFlight() {
        return launches.size() + wants.size();
    }

    synchronized int offers() {
        return held.size();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        stream.close();
        calls.close();
        threads.forEach(Thread::interrupt);
    }
}
