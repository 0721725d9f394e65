"""The command line: ``python -m figures check SITE_DIR`` and ``python -m figures accept``."""

import argparse
import logging
import os
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

from figures.accepted import drifts, read_accepted, report, write_accepted
from figures.plugin import ACCEPT, FiguresPlugin
from figures.record import parsed_pages, read_site


def check(site: Path, accepted: Path) -> int:
    """Compare a built site, of any generator, with the accepted figures."""
    if not any(site.rglob("*.html")):
        print(f"no built pages in {site}", file=sys.stderr)
        return 2
    built = read_site(parsed_pages(site))
    found = drifts(built, read_accepted(accepted))
    if found:
        print(report(found, built, ACCEPT), file=sys.stderr)
        return 1
    print(f"{sum(map(len, built.values()))} figures on {len(built)} pages are as accepted")
    return 0


def accept() -> int:
    """Build the site aside, and agree to all its figures."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        print("figures are not accepted under CI: a person must agree to them", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        config = load_config(site_dir=folder)
        plugin = config.plugins["figures"]
        if not isinstance(plugin, FiguresPlugin):
            raise TypeError(f"the plugin named figures is {plugin!r}")
        plugin.accepting = True
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        built = read_site(parsed_pages(Path(folder)))
    accepted = Path(plugin.config.accepted)
    found = drifts(built, read_accepted(accepted))
    write_accepted(accepted, built)
    print(
        report(found, built, "These are the accepted figures now.") if found else "nothing differs"
    )
    return 0


def main() -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m figures", description=__doc__)
    commands = parser.add_subparsers(required=True)
    checking = commands.add_parser("check", help="compare a built site with the accepted figures")
    checking.add_argument("site", type=Path)
    checking.add_argument("--accepted", type=Path, default=Path("tests/accepted"))
    checking.set_defaults(run=lambda given: check(given.site, given.accepted))
    accepting = commands.add_parser("accept", help="agree to all figures of the site")
    accepting.set_defaults(run=lambda given: accept())
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    return int(given.run(given))


if __name__ == "__main__":
    sys.exit(main())
