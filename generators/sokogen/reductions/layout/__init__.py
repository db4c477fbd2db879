"""From a drawing in the plane to squares: parts, corridors, and the network read off the result again."""
