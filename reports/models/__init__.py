"""What the debrief stores: the trainer's edits, the group's answers, and the jobs that build files."""

from reports.models.edits import DebriefPlan, QuestionNote
from reports.models.job import ReportJob

__all__ = ["DebriefPlan", "QuestionNote", "ReportJob"]
