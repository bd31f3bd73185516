"""Orders offers so that the machine with the most free CPUs is tried first: python3 emptiest_first.py --port 9090"""
import argparse, json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class OfferSet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"       # keeps connections
    disable_nagle_algorithm = True      # sends the last bytes of an answer at once

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        hosts = sorted(question["hosts"], key=lambda host: -host["offer"]["cpu"])
        answer = json.dumps({"error": "", "hosts": [host["name"] for host in hosts]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    log_message = lambda *arguments: None   # one line per request is too much

options = argparse.ArgumentParser()
options.add_argument("--port", type=int, default=9090)
server = ThreadingHTTPServer(("127.0.0.1", options.parse_args().port), OfferSet)
print(f"http://127.0.0.1:{server.server_port}/v1/offerset", flush=True)
server.serve_forever()
