"""Folders in which a SQLite database is damaged sooner or later: synchronised and network ones."""

import os
import sys
from pathlib import Path

# As the folder is named on disk (lower case) -> as people call it.
SYNCHRONISED = {
    "onedrive": "OneDrive",
    "dropbox": "Dropbox",
    "yandexdisk": "Яндекс.Диск",
    "yandex.disk": "Яндекс.Диск",
    "яндекс.диск": "Яндекс.Диск",
    "яндексдиск": "Яндекс.Диск",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "google диск": "Google Drive",
    "my drive": "Google Drive",
    "мой диск": "Google Drive",
    "icloud drive": "iCloud",
    "iclouddrive": "iCloud",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "com~apple~clouddocs": "iCloud",
    "облако mail.ru": "Облако Mail.ru",
    "mail.ru cloud": "Облако Mail.ru",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "cloudstorage": "CloudStorage",
}
# "OneDrive - Company", "Google Drive (me@…)", "Dropbox (Personal)", "GoogleDrive-me@…" on macOS.
AFTER_NAME = (" ", "-", "(")
NETWORK_TYPES = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "davfs", "9p", "afs", "ceph", "glusterfs"}
NETWORK_FUSE = ("fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.davfs", "fuse.google-drive", "fuse.onedrive")
WINDOWS_REMOTE_DRIVE = 4  # GetDriveTypeW


def unsafe_for_database(folder: Path) -> str | None:
    """The service or kind of network that this folder belongs to, in people's words; None if it is a plain one."""
    return synchronised_by(folder) or network_kind(folder)


def synchronised_by(folder: Path) -> str | None:
    """The synchronising service by the folder's own path, as OneDrive, Dropbox and others name their folders."""
    for part in folder.parts:
        lower = part.lower()
        for name, service in SYNCHRONISED.items():
            if lower == name or (lower.startswith(name) and lower[len(name)].startswith(AFTER_NAME)):
                return service
    onedrive = [os.environ.get(name) for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")]
    if any(root and folder.is_relative_to(root) for root in onedrive):
        return "OneDrive"
    return None


def network_kind(folder: Path) -> str | None:
    """The network file system under this folder (NFS, CIFS, …); None for a local disk."""
    if sys.platform == "win32":
        return _windows_network(folder)
    mounts = Path("/proc/self/mounts")
    return network_mount(folder, mounts.read_text(encoding="utf-8", errors="replace")) if mounts.exists() else None


def network_mount(folder: Path, mounts: str) -> str | None:
    """The type of the mount that holds this folder if it is a network one; `mounts` as in /proc/self/mounts."""
    deepest, kind = "", ""
    for line in mounts.splitlines():
        _, point, fstype, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(deepest):
            deepest, kind = point, fstype
    return kind if kind in NETWORK_TYPES or kind.startswith(NETWORK_FUSE) else None


def _windows_network(folder: Path) -> str | None:
    import ctypes  # windll exists on Windows only

    if folder.drive.startswith("\\\\"):
        return folder.drive
    is_remote = ctypes.windll.kernel32.GetDriveTypeW(folder.anchor) == WINDOWS_REMOTE_DRIVE
    return folder.drive if is_remote else None
