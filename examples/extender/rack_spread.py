"""Spreads tasks with the same label "spread" over racks, two on a machine at most: python3 rack_spread.py --port 9191"""
import collections, json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
rack_of, seats = {}, {}                 # node: rack; task: (group, rack). A service that runs for months forgets old ones.

def fits(task, node):
    group = task["labels"].get("spread")
    there = sum(other["labels"].get("spread") == group for other in node["tasks"])
    return {"code": 2, "errorMessage": f"there are {there} tasks of '{group}' already"} if group and there >= 2 else {"code": 0}

def answer(verb, asked):
    if verb == "/batchPredicate":
        return {"nodes": {node["name"]: fits(asked["task"], node) for node in asked["nodes"]}}
    if verb == "/prioritize":
        rack_of.update({node["name"]: node["labels"].get("rack", node["name"]) for node in asked["nodes"]})
        members = collections.Counter(rack for group, rack in list(seats.values()) if group == asked["task"]["labels"].get("spread"))
        return {"nodeScore": {node["name"]: 100 / (1 + members[rack_of[node["name"]]]) for node in asked["nodes"]}}
    for task in [asked["task"]] if "task" in asked else asked["tasks"]:
        if verb in ("/allocateFunc", "/commit") and "spread" in task["labels"]:
            seats[task["uid"]] = task["labels"]["spread"], rack_of.get(task["node"], task["node"])
        elif verb in ("/deallocateFunc", "/abort"):
            seats.pop(task["uid"], None)
    return {}

class Extender(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"       # keeps connections
    disable_nagle_algorithm = True      # sends the last bytes of an answer at once
    log_message = lambda self, *arguments: None

    def do_POST(self):
        body = json.dumps(answer(self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

port = int(sys.argv[2]) if sys.argv[1:2] == ["--port"] else 9191
server = ThreadingHTTPServer(("127.0.0.1", port), Extender)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
