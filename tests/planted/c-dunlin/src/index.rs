// sqlite
