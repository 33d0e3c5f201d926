create table seats (id int);
