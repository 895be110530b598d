"""Breaks the code in one small way after the other, and counts what the tests notice: `python -m tools.mutants core`.

To know which tests reach a mutant, it needs a coverage run with contexts, such as the command of `make coverage` with
`--cov-context=test`.
"""

import argparse
import ast
import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

ROOT = Path(__file__).parents[1]
LIST = f"{ROOT}/tests/mutants_{{}}.jsonl"
CORE = ("games/*/rules.py", "games/*/view.py", "bot/matches/*.py", "bot/store/**/*.py", "bot/interactions/*.py")
AROUND = ("bot/messages/*.py", "bot/requests/*.py", "bot/background/*.py", "bot/workers/*.py")
SAMPLES = {"core": (300, CORE), "edge": (200, (*AROUND, "cogs/**/*.py", "localcord/**/*.py"))}
SECONDS = 20  # the most that all tests of one may take

PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
SWAPS: Mapping[str, Any] = {
    was.__name__: becomes for pair in (*PAIRS, (ast.And, ast.Or)) for was, becomes in (pair, pair[::-1])
}

Mutant = Mapping[str, str]
"""Shape: `module`, `function`, and what code `was` and `becomes`, at the first such place of the function."""


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.Module]]:
    """The bodies of the functions and methods, by name; one inside another is a part of it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, ast.Module(node.body, [])


def changes(function: ast.AST) -> Iterator[tuple[str, str]]:
    """Changes to a function: what was there, and what it becomes."""
    for node in ast.walk(function):
        was = ast.unparse(node) if isinstance(node, ast.expr | ast.stmt) else ""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=comparators):
                yield was, ast.unparse(ast.Compare(left, [SWAPS[type(op).__name__]()], comparators))
            case ast.BoolOp(op=op, values=values):
                yield was, ast.unparse(ast.BoolOp(SWAPS[type(op).__name__](), values))
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                yield was, str(value + 1)
            case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() if "log." not in was:
                yield was, "pass"
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield ast.unparse(test), f"not ({ast.unparse(test)})"


def draw(sample: str, seed: int) -> None:
    """Draws mutants, and writes the list."""
    found = set()
    number, code = SAMPLES[sample]
    for path in (
        path for pattern in code for path in ROOT.glob(pattern) if not {"migrations", "__init__.py"} & {*path.parts}
    ):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name, function in functions(ast.parse(path.read_text())):
            found |= {(module, name, *change) for change in changes(function)}
    keys = ("module", "function", "was", "becomes")
    drawn = (dict(zip(keys, each, strict=True)) for each in Random(seed).sample(sorted(found), number))
    Path(LIST.format(sample)).write_text("".join(f"{json.dumps(each)}\n" for each in drawn))


def place(source: ast.AST, mutant: Mutant) -> ast.expr | ast.stmt | None:
    """Where the mutant differs; None if the code has changed since it was drawn."""
    kind = ast.stmt if mutant["becomes"] == "pass" else ast.expr
    nodes = (node for name, body in functions(source) if name == mutant["function"] for node in ast.walk(body))
    read = (node for node in nodes if isinstance(node, kind) and not isinstance(getattr(node, "ctx", None), ast.Store))
    return next((node for node in read if ast.unparse(node) == mutant["was"]), None)


def install(mutant: Mutant) -> None:
    """Lets Python import the mutant in place of its module."""
    get_code = SourceFileLoader.get_code

    def get_mutant(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if fullname != mutant["module"]:
            return get_code(self, fullname)
        source = ast.parse(Path(self.path).read_text())
        node, (statement,) = place(source, mutant), ast.parse(mutant["becomes"]).body
        new: ast.AST = statement.value if isinstance(statement, ast.Expr) else statement
        assert node
        node.__class__ = type(new)  # type: ignore[assignment]
        vars(node).update(vars(ast.copy_location(new, node)))
        return compile(ast.fix_missing_locations(source), self.path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_mutant  # type: ignore[assignment, method-assign]


def fate(mutant: Mutant, database: sqlite3.Connection) -> str:
    """Outcome of the tests that reach a mutant; those that reach the least code begin."""
    path = ROOT / (mutant["module"].replace(".", "/") + ".py")
    node = place(ast.parse(path.read_text()), mutant) if path.exists() else None
    if node is None:
        return "gone"
    rows = database.execute(
        "SELECT context FROM arc JOIN file ON file.id = file_id JOIN reach USING (context_id)"
        " WHERE path = ? AND tono BETWEEN ? AND ? AND context > '' GROUP BY context ORDER BY min(arcs)",
        (str(path), node.lineno, node.end_lineno),
    )
    if not (tests := dict.fromkeys(context.rpartition("|")[0] for (context,) in rows)):
        return "reached by no test"
    pytest = ["timeout", f"{SECONDS}", sys.executable, "-m", "pytest", "-xq", "-p", "tools.mutants", *tests]
    environment = os.environ | {"MUTANT": json.dumps(mutant)}
    done = subprocess.run(pytest, cwd=ROOT, env=environment, capture_output=True, check=False)  # noqa: S603
    return {0: "survived", 1: "killed", 124: "not killed in time"}.get(done.returncode, f"ended with {done.returncode}")


def main() -> None:
    """Draws, or tests mutant after mutant and prints those that survive."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("sample", choices=SAMPLES)
    parser.add_argument("--draw", type=int, metavar="SEED", help="draws new mutants")
    parser.add_argument("--coverage", default=".coverage", metavar="FILE", help="of a run with contexts")
    arguments = parser.parse_args()
    if arguments.draw is not None:
        draw(arguments.sample, arguments.draw)
        return
    database = sqlite3.connect(arguments.coverage)
    database.execute(
        "CREATE TEMP TABLE reach AS SELECT context_id, context, count(*) AS arcs"
        " FROM arc JOIN context ON context.id = context_id GROUP BY context_id"
    )
    fates = Counter[str]()
    for line in Path(LIST.format(arguments.sample)).read_text().splitlines():
        fates[found := fate(json.loads(line), database)] += 1
        if found != "killed":
            print(f"{found}: {line}", flush=True)
    print(f"killed {fates['killed']} of {fates.total()}", dict(fates))


if "MUTANT" in os.environ:
    install(json.loads(os.environ["MUTANT"]))
elif __name__ == "__main__":
    main()
