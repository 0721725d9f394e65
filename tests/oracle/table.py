"""Prints every measurement beside ours as a Markdown table: ``python tests/oracle/table.py``."""

from ours import answer, cases


def main() -> None:
    """Print a row for each measurement, and how many are equal with nothing left out."""
    print("| model | implementation | dtype | size | quantity | ours | theirs | left out |")
    print("|:--|:--|:--|:--|:--|--:|--:|:--|")
    exact = 0
    for case in cases():
        ours = answer(case)
        exact += ours.ours == case.value
        size = f"{case.batch} × {case.seq_len}" if case.batch else ""
        left_out = f"{case.value - ours.ours:+,}: {ours.why}" if ours.why else ""
        print(
            f"| {case.model} | {case.implementation} | {case.dtype} | {size} | {case.quantity} "
            f"| {ours.ours:,} | {case.value:,} | {left_out} |"
        )
    print(f"\n{exact} of {len(cases())} equal to the byte with nothing left out.")


if __name__ == "__main__":
    main()
