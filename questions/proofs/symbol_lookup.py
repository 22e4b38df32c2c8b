"""Resolves one name that two libraries define: archives left to right, shared objects breadth-first, and RTLD options."""

from collections import deque

CLAIM_TWO_ARCHIVES = "a"
CLAIM_TWO_ARCHIVES_SAME_MEMBER_NEEDED = "multiple definition"
CLAIM_ARCHIVE_BEFORE_ITS_USER = "undefined reference"
CLAIM_TWO_SHARED = "a"
CLAIM_CALL_INSIDE_SECOND_SHARED = "a"
CLAIM_CALL_INSIDE_WITH_SYMBOLIC = "b"
CLAIM_EXECUTABLE_DEFINES_TOO = "main"
CLAIM_PRELOADED = "p"


def link_static(order):
    """order: ('obj', defs, needs) or ('lib', name, [(defs, needs), …]). Gives who defines foo, or the error."""
    defined, wanted = {}, set()

    def take(name, defs, needs):
        for one in defs:
            if one in defined:
                raise ValueError("multiple definition")
            defined[one] = name
        wanted.update(needs)

    try:
        for kind, first, second in order:
            if kind == "obj":
                take("main", first, second)
                continue
            again = True
            members = list(second)
            while again:
                again = False
                for member in list(members):
                    if set(member[0]) & (wanted - set(defined)):
                        take(first, *member)
                        members.remove(member)
                        again = True
    except ValueError as error:
        return str(error)
    return defined["foo"] if not wanted - set(defined) else "undefined reference"


def link_dynamic(needed, defines, caller="main", symbolic=(), preload=()):
    if caller in symbolic and "foo" in defines[caller]:
        return caller
    scope, queue = [], deque(["main", *preload])
    queue.extend(needed["main"])
    while queue:
        one = queue.popleft()
        if one not in scope:
            scope.append(one)
            queue.extend(needed.get(one, ()) if one != "main" else ())
    return next(one for one in scope if "foo" in defines[one])


def main() -> None:
    user = ("obj", ["main"], ["foo"])
    a, b = ("lib", "a", [(["foo"], [])]), ("lib", "b", [(["foo"], [])])
    assert link_static([user, a, b]) == CLAIM_TWO_ARCHIVES
    both = ("obj", ["main"], ["foo", "bar"])
    fat = ("lib", "b", [(["foo", "bar"], [])])
    assert link_static([both, a, fat]) == CLAIM_TWO_ARCHIVES_SAME_MEMBER_NEEDED
    assert link_static([a, user]) == CLAIM_ARCHIVE_BEFORE_ITS_USER

    needed = {"main": ["a", "b"]}
    defines = {"main": [], "a": ["foo"], "b": ["foo"], "p": ["foo"]}
    assert link_dynamic(needed, defines) == CLAIM_TWO_SHARED
    assert link_dynamic(needed, defines, caller="b") == CLAIM_CALL_INSIDE_SECOND_SHARED
    assert link_dynamic(needed, defines, caller="b", symbolic=("b",)) == CLAIM_CALL_INSIDE_WITH_SYMBOLIC
    assert link_dynamic(needed, defines | {"main": ["foo"]}) == CLAIM_EXECUTABLE_DEFINES_TOO
    assert link_dynamic(needed, defines, preload=("p",)) == CLAIM_PRELOADED
    print("archives: the first that resolves it; shared objects: the first in load order, even for calls inside the second")


if __name__ == "__main__":
    main()
