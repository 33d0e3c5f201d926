package locks
