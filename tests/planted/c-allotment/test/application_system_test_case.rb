# waits
