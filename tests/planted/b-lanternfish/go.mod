module example.com/lanternfish

go 1.24
