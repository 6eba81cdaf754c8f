"""The debrief as an Excel workbook (openpyxl)."""
