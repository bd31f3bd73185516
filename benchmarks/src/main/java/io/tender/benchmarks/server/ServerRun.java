package io.tender.benchmarks.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Measures both servers in short turns, after it has seen that they answer the same. */
public final class ServerRun {
    private final int nodes;
    private final int callers;
    private final Duration turn;
    private final int turns;

    /** @param callers who ask at once, each over a connection of its own */
    public ServerRun(int nodes, int callers, Duration turn, int turns) {
        this.nodes = nodes;
        this.callers = callers;
        this.turn = turn;
        this.turns = turns;
    }

    public List<ServerResult> measure(List<ServedCase> cases, Consumer<ServedCase> begun)
            throws IOException, InterruptedException {
        List<ServerResult> results = new ArrayList<>();
        try (BothServers servers = new BothServers()) {
            for (ServedCase served : cases) {
                begun.accept(served);
                results.add(measure(servers, served));
            }
        }
        return results;
    }

    private ServerResult measure(BothServers servers, ServedCase served) throws IOException, InterruptedException {
        List<byte[]> bodies = served.bodies(nodes, callers);
        List<byte[]> toOurs = new ArrayList<>();
        List<byte[]> toBare = new ArrayList<>();
        List<byte[]> toParsing = new ArrayList<>();
        int answerBytes = 0;
        try (RawCaller ours = new RawCaller(servers.ours());
                RawCaller bare = new RawCaller(servers.bare())) {
            for (int i = 0; i < bodies.size(); i++) {
                String name = served.name() + i;
                byte[] question = RawCaller.request(served.path(), bodies.get(i));
                byte[] answer = ours.ask(question);
                bare.exchange(RawCaller.request(ServerProgram.TEACH + "/" + name, answer));
                byte[] same = RawCaller.request("/" + name, bodies.get(i));
                byte[] parsed = RawCaller.request(ServerProgram.PARSE + "/" + name, bodies.get(i));
                if (!Arrays.equals(bare.ask(same), answer)
                        || !Arrays.equals(bare.ask(parsed), answer)
                        || !Arrays.equals(ours.ask(question), answer)) {
                    throw new IOException("the servers do not answer the same to " + served.title());
                }
                toOurs.add(question);
                toBare.add(same);
                toParsing.add(parsed);
                answerBytes = answer.length;
            }
        }
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> parsing = new ArrayList<>();
        for (int i = 0; i < 2 * turns; i++) {
            double ourRate = rate(servers.ours(), toOurs, served.bodiesOfEach());
            double bareRate = rate(servers.bare(), toBare, served.bodiesOfEach());
            double parsingRate = rate(servers.bare(), toParsing, served.bodiesOfEach());
            if (i >= turns) { // the first half is for warming up
                ours.add(ourRate);
                bare.add(bareRate);
                parsing.add(parsingRate);
            }
        }
        return new ServerResult(
                served,
                served.nodes(nodes),
                bodies.getFirst().length,
                answerBytes,
                median(ours),
                median(bare),
                median(parsing));
    }

    private double rate(int port, List<byte[]> requests, int ofEach) throws IOException, InterruptedException {
        List<Future<Double>> rates = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            for (int i = 0; i < callers; i++) {
                int from = i * ofEach % requests.size();
                List<byte[]> own = requests.subList(from, from + ofEach);
                rates.add(threads.submit(() -> alone(port, own)));
            }
            double sum = 0;
            for (Future<Double> rate : rates) {
                sum += rate.get();
            }
            return sum;
        } catch (ExecutionException failed) {
            throw new IOException("a call failed, so that the rate means nothing", failed.getCause());
        }
    }

    private double alone(int port, List<byte[]> requests) throws IOException {
        try (RawCaller caller = new RawCaller(port)) {
            long begin = System.nanoTime();
            long now = begin;
            long calls = 0;
            while (now - begin < turn.toNanos()) {
                caller.exchange(requests.get((int) (calls++ % requests.size())));
                now = System.nanoTime();
            }
            return calls * 1e9 / (now - begin);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
