"""Spreads tasks with the same label "spread" over racks, two on a machine at most: python3 rack_spread.py --port 9191"""
import collections, json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
rack_of, seats = {}, {}                 # node: rack; task: (group, rack). A service that runs for months forgets old ones.

def fits(task, node):
    group = task["labels"].get("spread")
    there = sum(other["labels"].get("spread") == group for other in node["tasks"])
    return {"code": 2, "errorMessage": f"there are {there} tasks of '{group}' already"} if group and there >= 2 else {"code": 0}

def answer(verb, asked):
    if verb == "/predicate":
        return fits(asked["task"], asked["node"])
    if verb == "/batchPredicate":
        return {"nodes": {node["name"]: fits(asked["task"], node) for node in asked["nodes"]}}
    if verb == "/prioritize":
        rack_of.update({node["name"]: node["labels"].get("rack", node["name"]) for node in asked["nodes"]})
        members = collections.Counter(rack for group, rack in list(seats.values()) if group == asked["task"]["labels"].get("spread"))
        return {"nodeScore": {node["name"]: 100 / (1 + members[rack_of[node["name"]]]) for node in asked["nodes"]}}
    for task in asked["tasks"] if verb in ("/commit", "/abort") else [asked["task"]]:
        if verb in ("/allocateFunc", "/commit") and "spread" in task["labels"]:
            seats[task["uid"]] = task["labels"]["spread"], rack_of.get(task["node"], task["node"])
        elif verb in ("/deallocateFunc", "/abort"):
            seats.pop(task["uid"], None)
    return {}

VERBS = "/predicate", "/batchPredicate", "/prioritize", "/allocateFunc", "/deallocateFunc", "/commit", "/abort"

class Extender(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"       # keeps connections
    disable_nagle_algorithm = True      # sends the last bytes of an answer at once
    log_message = lambda self, *arguments: None

    def do_POST(self):
        request = self.rfile.read(int(self.headers["Content-Length"] or 0))
        status, said = 404, {"errorMessage": "there is no verb " + self.path}
        if self.path in VERBS:
            try:
                status, said = 200, answer(self.path, json.loads(request))
            except (ValueError, TypeError, KeyError, AttributeError) as mistake:
                status, said = 400, {"errorMessage": f"not understood: {mistake!r}"}
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

port = int(sys.argv[2]) if sys.argv[1:2] == ["--port"] else 9191
ThreadingHTTPServer.request_queue_size = 128         # many connections may come at once
server = ThreadingHTTPServer(("127.0.0.1", port), Extender)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
