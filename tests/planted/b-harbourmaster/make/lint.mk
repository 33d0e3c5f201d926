.PHONY: vet lint
vet: ; go vet ./...
lint: vet
	golangci-lint run
