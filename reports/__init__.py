"""The debrief: reads the log through games/, writes HTML, PDF and Excel."""
