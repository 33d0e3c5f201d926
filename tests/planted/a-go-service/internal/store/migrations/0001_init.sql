create table locks (id int);
