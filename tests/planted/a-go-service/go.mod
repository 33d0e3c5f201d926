module example.com/lockkeeper

go 1.23
