"""The debrief on paper (A4, reportlab): the whole report, one page for the client, a page for each team."""
