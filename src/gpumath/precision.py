"""How many bytes one number takes in each format."""

from gpumath.checks import one_of

_BYTES_PER_ELEMENT = {"fp32": 4, "bf16": 2, "fp16": 2}


def bytes_per_element(dtype: str) -> int:
    """Bytes of one number stored as `dtype`: "fp32", "bf16" or "fp16".

    Source: IEEE 754 binary32 and binary16; bfloat16 is the upper half of binary32.

    >>> bytes_per_element("fp32"), bytes_per_element("bf16")
    (4, 2)

    Raises:
        ValueError: another name.
    """
    return _BYTES_PER_ELEMENT[one_of("dtype", dtype, _BYTES_PER_ELEMENT)]
