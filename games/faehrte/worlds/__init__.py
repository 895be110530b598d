"""Many worlds at once for `hard` at Auf falscher Fährte, in numpy's arrays. Only a search imports it."""
