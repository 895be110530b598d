"""Parts of pages that several games share: pure functions from values to sentences and parts."""
