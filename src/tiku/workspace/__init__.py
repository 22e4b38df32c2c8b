"""The workspace: opens settings, bank, log and state as one object, and owns the clock."""

from tiku.workspace.listing import Row
from tiku.workspace.opening import bank_roots, open_workspace
from tiku.workspace.work import Workspace

__all__ = ["Row", "Workspace", "bank_roots", "open_workspace"]
