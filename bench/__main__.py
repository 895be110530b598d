"""`make bench`, or `python -m bench [PART ...] [--quick]`, with the names of `PARTS`."""

import argparse
import importlib

from bench.report import machine

PARTS = ("clicks", "bursts", "opponents", "requests", "starts", "endings", "standings", "memory")


def main() -> None:
    """Measures the parts named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast the bot is.")
    parser.add_argument("--quick", action="store_true", help="only to see that it runs: the figures mean nothing")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (all)")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)}; there are {', '.join(PARTS)}")
    print(machine())
    for part in arguments.parts or PARTS:
        importlib.import_module(f"bench.{part}").run(quick=arguments.quick)


if __name__ == "__main__":
    main()
