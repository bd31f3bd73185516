// Spareroom keeps tasks off nodes that are about to be taken away, and puts them where most room is left:
//
//	go build -o spareroom . && ./spareroom --port 9191
//
// It speaks the dialect tender (docs/extenders.md) with nothing but the standard library.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

const largestRequest = 128 << 20

type resources map[string]float64

type task struct {
	Name      string    `json:"name"`
	Resources resources `json:"resources"`
}

type node struct {
	Name          string            `json:"name"`
	Idle          resources         `json:"idle"`
	Allocatable   resources         `json:"allocatable"`
	Labels        map[string]string `json:"labels"`
	Unschedulable bool              `json:"unschedulable"`
}

// question is what any of the verbs asks; members that a verb does not have stay empty.
type question struct {
	Task  *task  `json:"task"`
	Node  *node  `json:"node"`
	Nodes []node `json:"nodes"`
}

// verdict says 0 for yes, 2 for "not now, but evicting others could help" and 3 for "never".
type verdict struct {
	Code         int    `json:"code"`
	ErrorMessage string `json:"errorMessage"`
}

func fits(t *task, n *node) verdict {
	if n.Unschedulable {
		return verdict{3, "the node takes no tasks"}
	}
	if until, leaving := n.Labels["leaves-at"]; leaving {
		return verdict{3, "the node leaves at " + until}
	}
	for name, wanted := range t.Resources {
		if wanted > n.Idle[name] {
			return verdict{2, "too little " + name + " is idle"}
		}
	}
	return verdict{0, ""}
}

// score is the share of CPUs that would still be idle with the task on the node, from 0 to 100.
func score(t *task, n *node) float64 {
	all := n.Allocatable["cpu"]
	left := n.Idle["cpu"] - t.Resources["cpu"]
	if all <= 0 || left <= 0 {
		return 0
	}
	return 100 * left / all
}

func predicate(q *question) (any, error) {
	if q.Node == nil {
		return nil, errors.New("expected a node")
	}
	return fits(q.Task, q.Node), nil
}

func batchPredicate(q *question) (any, error) {
	verdicts := make(map[string]verdict, len(q.Nodes))
	for i := range q.Nodes {
		verdicts[q.Nodes[i].Name] = fits(q.Task, &q.Nodes[i])
	}
	return map[string]any{"nodes": verdicts}, nil
}

func prioritize(q *question) (any, error) {
	scores := make(map[string]float64, len(q.Nodes))
	for i := range q.Nodes {
		scores[q.Nodes[i].Name] = score(q.Task, &q.Nodes[i])
	}
	return map[string]any{"nodeScore": scores, "errorMessage": ""}, nil
}

// verb reads a question, has it answered, and keeps everything of one request within that request.
func verb(decide func(*question) (any, error)) http.HandlerFunc {
	return func(out http.ResponseWriter, in *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(out, in.Body, largestRequest))
		if err != nil {
			refuse(out, http.StatusRequestEntityTooLarge, err)
			return
		}
		var asked question
		if err = json.Unmarshal(body, &asked); err == nil && asked.Task == nil {
			err = errors.New("expected a task")
		}
		if err != nil {
			refuse(out, http.StatusBadRequest, err)
			return
		}
		answer, err := decide(&asked)
		if err != nil {
			refuse(out, http.StatusBadRequest, err)
			return
		}
		write(out, http.StatusOK, answer)
	}
}

func refuse(out http.ResponseWriter, status int, err error) {
	write(out, status, map[string]string{"errorMessage": err.Error()})
}

func write(out http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Content-Length", fmt.Sprint(len(body)))
	out.WriteHeader(status)
	out.Write(body)
}

func main() {
	port := flag.Int("port", 9191, "where to listen, on this machine alone")
	flag.Parse()

	verbs := http.NewServeMux()
	verbs.HandleFunc("/predicate", verb(predicate))
	verbs.HandleFunc("/batchPredicate", verb(batchPredicate))
	verbs.HandleFunc("/prioritize", verb(prioritize))

	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("http://" + listener.Addr().String())
	server := &http.Server{Handler: verbs, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
	os.Exit(1)
}
