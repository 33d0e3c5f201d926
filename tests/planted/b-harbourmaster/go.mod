module example.com/harbourmaster

go 1.24
