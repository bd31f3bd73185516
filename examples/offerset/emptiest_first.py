"""Orders offers so that the machine with the most free CPUs is tried first: python3 emptiest_first.py --port 9090"""
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class OfferSet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"           # keeps connections
    disable_nagle_algorithm = True          # sends the last bytes of an answer at once
    log_message = lambda *arguments: None   # one line per request is too much
    def do_POST(self):
        try:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            hosts = sorted(question["hosts"], key=lambda host: -host["offer"]["cpu"])
            status, answer = 200, {"error": "", "hosts": [host["name"] for host in hosts]}
        except Exception as wrong:
            status, answer = 400, {"error": f"the request is no question: {wrong!r}"}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if sys.argv[1:2] == ["--port"] else 9090), OfferSet)
print(f"http://127.0.0.1:{server.server_port}/v1/offerset", flush=True)
server.serve_forever()
