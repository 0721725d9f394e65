# Whether the ratio of training to inference survives an exact count.
from gpumath import Recipe, inference_step, lesson, peak_of, published, training_step

llama, case = published("Llama-3.1-8B"), (lesson.BATCH, lesson.SEQ_LEN)
serving = {how: inference_step(llama, how, *case)[0] for how in ("Hugging Face bf16", "lean")}
autocast = Recipe(implementation="Hugging Face autocast")
recipes = [
    ("autocast", autocast, serving["Hugging Face bf16"]),
    ("BF16", Recipe(implementation="Hugging Face bf16"), serving["Hugging Face bf16"]),
    ("BF16, lean layers", Recipe(implementation="lean"), serving["lean"]),
    (
        "BF16, checkpoints",
        Recipe(implementation="Hugging Face bf16", checkpointed=True),
        serving["Hugging Face bf16"],
    ),
]
print("| training | its peak | serving | ratio |\n|:--|--:|--:|--:|")
for name, recipe, serve in recipes:
    train = peak_of(training_step(llama, recipe, *case)).total
    print(f"| {name} | {train:.1f GB} | {serve.total:.1f GB} | {train / serve.total:.1f ×} |")
