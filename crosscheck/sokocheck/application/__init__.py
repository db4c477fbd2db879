"""What every command needs: reading files of levels, writing files, keeping limits, and printing safely."""
