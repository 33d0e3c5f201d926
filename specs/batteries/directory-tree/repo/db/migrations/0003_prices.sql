create table prices (id int);
