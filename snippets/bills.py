# Both memory bills, term by term, with as many decimals as it takes for the rows to add up.
from gpumath import decimals_that_add_up, inference_bill, lesson, training_bill

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER)
inference = inference_bill(*case, lesson.LIVE_TENSORS)
sizes = [[term.size for term in bill.terms] for bill in (training, inference)]
decimals = max(decimals_that_add_up(rows, "GB", at_least=1) for rows in sizes)

for bill in (training, inference):
    print(f"\n| {bill.name.capitalize()} | size | formula |\n|:--|--:|:--|")
    for term in bill.terms:
        label = f"*{term.label}*{{ .term .{term.kind} }}"
        print(f"| {label} | {term.size:.{decimals}f GB} | {term.formula} |")
    print(f"| **Total** | **{bill.total:.{decimals}f GB}** | |")
