/*
 * How fast is this machine, apart from any JVM? Four small single-threaded programs, the ones whose times stand beside
 * the reference figures. Prints one line per program: its name and the milliseconds of each run.
 *
 *   cc -O2 -o calibration calibration.c && ./calibration [runs]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEYS 1000000
#define CHASE_BYTES (32u << 20)
#define CHASE_STEPS 10000000
#define XORSHIFT_STEPS 500000000
#define NUMBERS 5000000

static volatile uint64_t sink; /* keeps the compiler from leaving the work out */

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *must(void *memory) {
    if (!memory) {
        fprintf(stderr, "calibration: out of memory\n");
        exit(1);
    }
    return memory;
}

static inline uint64_t next(uint64_t *state) {
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

/* --- a hash map with string keys: chained nodes, each allocated by itself, table doubled at a load of one ---------- */

typedef struct Node {
    struct Node *next;
    uint64_t hash;
    char *key;
    uint64_t value;
} Node;

typedef struct {
    Node **buckets;
    size_t capacity, size;
} Map;

static uint64_t hash_of(const char *key) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *key; key++) {
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    }
    return hash ^ (hash >> 29);
}

static void grow(Map *map) {
    size_t capacity = map->capacity * 2;
    Node **buckets = must(calloc(capacity, sizeof *buckets));
    for (size_t i = 0; i < map->capacity; i++) {
        for (Node *node = map->buckets[i], *after; node; node = after) {
            after = node->next;
            Node **head = &buckets[node->hash & (capacity - 1)];
            node->next = *head;
            *head = node;
        }
    }
    free(map->buckets);
    map->buckets = buckets;
    map->capacity = capacity;
}

static Node *find(const Map *map, const char *key, uint64_t hash) {
    for (Node *node = map->buckets[hash & (map->capacity - 1)]; node; node = node->next) {
        if (node->hash == hash && !strcmp(node->key, key)) {
            return node;
        }
    }
    return NULL;
}

static void put(Map *map, const char *key, uint64_t value) {
    uint64_t hash = hash_of(key);
    Node *node = find(map, key, hash);
    if (!node) {
        if (map->size == map->capacity) {
            grow(map);
        }
        size_t length = strlen(key) + 1;
        node = must(malloc(sizeof *node));
        node->key = must(malloc(length));
        memcpy(node->key, key, length);
        node->hash = hash;
        Node **head = &map->buckets[hash & (map->capacity - 1)];
        node->next = *head;
        *head = node;
        map->size++;
    }
    node->value = value;
}

static void name_key(char *key, size_t size, uint64_t number) {
    /* Spread, so that neighbours in number are no neighbours in memory; longer than any small-string buffer. */
    snprintf(key, size, "framework-%016llx", (unsigned long long)(number * 0x9e3779b97f4a7c15u));
}

static double hash_map(void) {
    double began = now_ms();
    Map map = {must(calloc(16, sizeof(Node *))), 16, 0};
    char key[40];
    for (uint64_t i = 0; i < KEYS; i++) {
        name_key(key, sizeof key, i);
        put(&map, key, i);
    }
    uint64_t sum = 0;
    for (uint64_t i = 0; i < KEYS; i++) {
        name_key(key, sizeof key, (i * 7919) % KEYS);
        sum += find(&map, key, hash_of(key))->value;
    }
    sink = sum;
    double took = now_ms() - began;
    for (size_t i = 0; i < map.capacity; i++) {
        for (Node *node = map.buckets[i], *after; node; node = after) {
            after = node->next;
            free(node->key);
            free(node);
        }
    }
    free(map.buckets);
    return took;
}

/* --- one random cycle through 32 MiB: each step waits for memory ---------------------------------------------------- */

static double pointer_chase(void) {
    size_t count = CHASE_BYTES / sizeof(uint64_t);
    uint64_t *follow = must(malloc(CHASE_BYTES));
    for (size_t i = 0; i < count; i++) {
        follow[i] = i;
    }
    uint64_t state = 88172645463325252u;
    for (size_t i = count - 1; i > 0; i--) { /* Sattolo's shuffle: a single cycle */
        size_t j = next(&state) % i;
        uint64_t kept = follow[i];
        follow[i] = follow[j];
        follow[j] = kept;
    }
    double began = now_ms();
    uint64_t at = 0;
    for (long step = 0; step < CHASE_STEPS; step++) {
        at = follow[at];
    }
    sink = at;
    double took = now_ms() - began;
    free(follow);
    return took;
}

static double xorshift(void) {
    double began = now_ms();
    uint64_t state = 88172645463325252u;
    for (long step = 0; step < XORSHIFT_STEPS; step++) {
        next(&state);
    }
    sink = state;
    return now_ms() - began;
}

/* --- quicksort by the middle of three, short pieces by insertion ---------------------------------------------------- */

static void swap(uint64_t *a, uint64_t *b) {
    uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

static void sort(uint64_t *from, uint64_t *to) { /* to: one past the last */
    while (to - from > 16) {
        uint64_t *middle = from + (to - from) / 2;
        if (*middle < *from) swap(middle, from);
        if (to[-1] < *from) swap(to - 1, from);
        if (to[-1] < *middle) swap(to - 1, middle);
        uint64_t pivot = *middle, *low = from, *high = to - 1;
        while (low <= high) {
            while (*low < pivot) low++;
            while (*high > pivot) high--;
            if (low <= high) swap(low++, high--);
        }
        sort(from, high + 1);
        from = low;
    }
    for (uint64_t *i = from + 1; i < to; i++) {
        uint64_t moved = *i, *j = i;
        for (; j > from && j[-1] > moved; j--) {
            *j = j[-1];
        }
        *j = moved;
    }
}

static double sort_numbers(void) {
    uint64_t *numbers = must(malloc(NUMBERS * sizeof *numbers)), state = 88172645463325252u;
    for (long i = 0; i < NUMBERS; i++) {
        numbers[i] = next(&state);
    }
    double began = now_ms();
    sort(numbers, numbers + NUMBERS);
    double took = now_ms() - began;
    for (long i = 1; i < NUMBERS; i++) {
        if (numbers[i - 1] > numbers[i]) {
            fprintf(stderr, "calibration: the sort is wrong\n");
            exit(1);
        }
    }
    free(numbers);
    return took;
}

int main(int argc, char **argv) {
    struct {
        const char *name;
        double (*run)(void);
    } programs[] = {
        {"hash-map", hash_map}, {"pointer-chase", pointer_chase}, {"xorshift", xorshift}, {"sort", sort_numbers}};
    int runs = argc > 1 ? atoi(argv[1]) : 3;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        printf("%s", programs[i].name);
        for (int run = 0; run < runs; run++) {
            printf(" %.1f", programs[i].run());
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
