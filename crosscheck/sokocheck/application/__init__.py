"""The parts that every command needs: read files of levels, write files, keep limits, print safely."""
