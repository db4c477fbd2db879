"""Many levels at once: tasks, the processes or the cluster that do them, and the file that keeps what is done."""
