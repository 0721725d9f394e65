# The example of the ZeRO paper: what each GPU keeps of the training state, by stage.
from gpumath import Bill, sharded_state
from gpumath.quantities import Gpus, Parameters

parameters, gpus = Parameters(7_500_000_000), Gpus(64)
each = {
    stage: Bill("each", sharded_state(parameters, "zero", gpus, stage)).total for stage in range(4)
}
saved = (each[0] - each[1]) / (each[0] - each[3])  # by the first stage, of all that can be

for stage, size in each.items():
    print(f"stage {stage}: {size:5.1f GB}")
