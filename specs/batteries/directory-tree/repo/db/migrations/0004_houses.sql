create table houses (id int);
