"""Pages of the debrief."""
