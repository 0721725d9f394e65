# What share of it all inference has, as companies have said or others have estimated.
from gpumath import fact

research = fact("OpenAI: computing for research in 2024")
serving = fact("OpenAI: computing for inference in 2024")
said = [
    fact("NVIDIA: inference in its data-centre revenue"),
    fact("Google: inference in its energy for machine learning"),
    fact("Meta: inference in its power for AI"),
    fact("NVIDIA: inference in its customers' work, at least"),
    fact("AWS: inference in demand for machine learning"),
]
google = said[1]
openai = serving.value / (serving.value + research.value)
least, most = openai, max(each.value for each in said)

print("| who, and the share of what | inference |\n|:--|--:|")
print(f"| OpenAI: its computing in 2024, in money | {openai:.0f %} |")
for each in said:
    print(f"| {each.name.replace('inference in ', '')} | {each.value:.0f %} |")

print('\n??? note "Sources"\n')
for each in (serving, *said):
    print(f"    - {each.name}: {each.source}. Checked on {each.checked}.")
