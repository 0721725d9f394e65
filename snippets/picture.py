# One training step beside one inference step, and what each keeps in memory.
from gpumath import inference_bill, lesson, training_bill

case = lesson.MODEL, lesson.BATCH, lesson.SEQ_LEN
training = training_bill(*case, lesson.TENSORS_PER_LAYER).size
inference = inference_bill(*case, lesson.LIVE_TENSORS).size

print(f"""%%{{init: {{"flowchart": {{"nodeSpacing": 12, "rankSpacing": 28, "padding": 10, "subGraphTitleMargin": {{"top": 6, "bottom": 8}}}}}}}}%%
flowchart TB
  subgraph I["Inference step"]
    direction TB
    F2["<b>Forward pass<br>only</b><br>read weights:<br>{inference("weights"):.1f GB}<br>keep KV cache:<br>{inference("kv_cache"):.1f GB}<br>discard<br>activations:<br>{inference("activations"):.1f GB}"]:::compute
    F2 --> O["<b>Output token</b>"]:::io
  end
  subgraph T["Training step"]
    direction TB
    F1["<b>Forward pass</b><br>keep every<br>activation:<br>{training("activations"):.1f GB}"]:::compute --> L["<b>Loss</b><br>how wrong?"]:::neutral
    L --> BK["<b>Backward pass</b><br>gradients:<br>{training("gradients"):.1f GB}"]:::compute
    BK --> U["<b>Update weights</b><br>weights: {training("weights"):.1f GB}<br>moments: {training("optimizer_state"):.1f GB}"]:::neutral
  end
  classDef compute fill:#0072b22e,stroke:#0072b2
  classDef neutral fill:#8888882e,stroke:#888888
  classDef io fill:#0096692e,stroke:#009669
  style T fill:#6a3fa012,stroke:#8a63bd
  style I fill:#7a8c1f12,stroke:#7a8c1f""")
