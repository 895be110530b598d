"""Work in other processes: drawing pictures and searching moves. Knows no table and no Discord."""
