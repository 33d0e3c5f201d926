create table refunds (id int);
