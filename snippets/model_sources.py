# Where the shape of each model of the catalogue is from, and when it was checked.
from gpumath import published_models

for model in published_models().values():
    print(f"- {model.name}: {model.source}. Checked on <time>{model.checked}</time>.")
