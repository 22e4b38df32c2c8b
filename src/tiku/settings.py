"""Where things are, and the settings file: JSON, written only by ``tiku config``.

Places: data (events, backups, the user's own bank), state (device ids), cache (index, folded state),
config (settings.json). Everything is passed in as an environment mapping, so that tests need no patching.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from tiku.errors import CannotError, UsageError
from tiku.text import nearest

NAME: Final = "tiku"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings with their defaults."""

    lang: str = ""
    """``zh``, ``en`` or ``both``; empty: the locale decides."""
    mode: str = "think"
    """``think`` or ``type``."""
    minutes: int = 30
    """Minutes a session is planned for, 1..600."""
    new: int = 10
    """New questions a day at most, 0..1000."""
    retention: float = 0.9
    """Recall aimed at, 0.7..0.97."""
    day_turns: int = 4
    """Local hour at which the study day turns, 0..23."""
    zone: str = ""
    """IANA zone of the study day; empty: the zone of the machine."""
    editor: str = ""
    """Command of the editor; empty: VISUAL, EDITOR."""


_LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "minutes": (1, 600),
    "new": (0, 1000),
    "retention": (0.7, 0.97),
    "day_turns": (0, 23),
}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {"lang": ("", "zh", "en", "both"), "mode": ("think", "type")}
KEYS: Final[tuple[str, ...]] = tuple(field.name for field in fields(Settings))


def parse_value(key: str, value: object) -> Any:
    """Return ``value`` in the type of the setting ``key``. Raises UsageError that says what is allowed."""
    if key not in KEYS:
        near = nearest(key, KEYS)
        raise UsageError(
            f"没有设置项 {key!r}",
            f"there is no setting {key!r}",
            f"是否指 {near}？" if near else "全部设置项: tiku config",
            f"did you mean {near}?" if near else "see all settings: tiku config",
        )
    default = getattr(Settings(), key)
    if isinstance(default, str):
        text = str(value)
        if key in _WORDS and text not in _WORDS[key]:
            allowed = ", ".join(word or '""' for word in _WORDS[key])
            raise _bad(key, value, allowed)
        if key == "zone" and text:
            _check_zone(text)
        return text
    low, high = _LIMITS[key]
    try:
        number = type(default)(str(value))
    except ValueError:
        raise _bad(key, value, f"{low:g}..{high:g}") from None
    if not low <= number <= high:
        raise _bad(key, value, f"{low:g}..{high:g}")
    return number


def _check_zone(text: str) -> None:
    import zoneinfo

    if text not in zoneinfo.available_timezones():
        raise _bad("zone", text, "Asia/Shanghai, Europe/Berlin, UTC …")


def _bad(key: str, value: object, allowed: str) -> UsageError:
    return UsageError(
        f"设置项 {key} 不能是 {value!r}",
        f"setting {key} cannot be {value!r}",
        f"可取: {allowed}",
        f"allowed: {allowed}",
    )


@dataclass(frozen=True, slots=True)
class Places:
    """The folders that tiku uses."""

    data: Path
    state: Path
    cache: Path
    config: Path

    @property
    def own_bank(self) -> Path:
        """Return the user's own bank, which is always read."""
        return self.data / "bank"

    @property
    def events(self) -> Path:
        """Return the folder of the logs."""
        return self.data / "events"

    @property
    def settings_file(self) -> Path:
        """Return the settings file."""
        return self.config / "settings.json"


def places(environ: Mapping[str, str], data: Path | None = None) -> Places:
    """Return the folders for this user. ``data`` (or TIKU_DATA) names another data folder.

    Caches and settings of a named data folder are kept apart from those of the usual one: the cache by a digest of
    its path; the settings inside it, so that they travel with it.
    """
    import platformdirs

    if data is None and environ.get("TIKU_DATA"):
        data = Path(environ["TIKU_DATA"])
    cache = Path(environ.get("TIKU_CACHE") or platformdirs.user_cache_dir(NAME, appauthor=False))
    state = Path(environ.get("TIKU_STATE") or platformdirs.user_state_dir(NAME, appauthor=False))
    if data is None:
        usual = Path(platformdirs.user_data_dir(NAME, appauthor=False))
        return Places(usual, state, cache, Path(platformdirs.user_config_dir(NAME, appauthor=False)))
    data = Path(os.path.abspath(data.expanduser()))
    return Places(data, state, cache, data)


def load_settings(path: Path) -> Settings:
    """Read the settings file; without one the defaults hold. Raises CannotError on a damaged file."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise CannotError(
            f"设置文件读不了: {error}",
            f"the settings file cannot be read: {error}",
            "修好或删除它，缺省值会生效",
            "mend or delete it; the defaults then hold",
            str(path),
        ) from None
    if not isinstance(raw, dict):
        raise CannotError("设置文件不是一个对象", "the settings file is no object", place=str(path))
    try:
        known = {key: parse_value(key, value) for key, value in raw.items() if key in KEYS}
    except UsageError as error:
        raise CannotError(error.zh, error.en, error.cure_zh, error.cure_en, str(path)) from None
    return replace(Settings(), **known)


def save_setting(path: Path, key: str, value: str) -> Settings:
    """Write one setting, keeping keys of other versions, and return the new settings."""
    parsed = parse_value(key, value)
    settings = load_settings(path)
    raw = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    raw[key] = parsed
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(json.dumps(raw, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    os.replace(draft, path)
    return replace(settings, **{key: parsed})
