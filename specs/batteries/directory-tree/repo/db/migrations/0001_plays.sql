create table plays (id int);
