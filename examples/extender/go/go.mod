module tender.io/examples/spareroom

go 1.21
