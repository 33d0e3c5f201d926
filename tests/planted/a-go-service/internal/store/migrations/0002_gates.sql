create table gates (id int);
