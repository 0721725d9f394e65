"""How many bytes numbers take in each format, block formats with their scales included."""

from gpumath.checks import one_of, whole
from gpumath.quantities import Bytes

# For each format, the bytes of one block and the values in it; for some, blocks of scales besides.
_BLOCKS = {
    "fp32": ((4, 1),),
    "bf16": ((2, 1),),
    "fp16": ((2, 1),),
    "fp8": ((1, 1),),
    "int8": ((1, 1),),
    "int4": ((1, 2),),
    "q8_0": ((34, 32),),
    "q4_0": ((18, 32),),
    "nf4": ((1, 2), (1, 64), (4, 16384)),
}


def size_of(values: int, dtype: str) -> Bytes:
    """Bytes of `values` numbers stored as `dtype`, in whole blocks.

    - "fp32" takes four bytes, "bf16" and "fp16" two, "fp8" and "int8" one, "int4" half a byte. The
      last three are without the scales that any use of them needs: their layout differs by library.
    - "q8_0" and "q4_0" are llama.cpp's: 32 values with one 2-byte scale.
    - "nf4" is QLoRA's, with double quantisation: 4 bits for each value, an 8-bit scale for 64
      values, and a 32-bit scale for 256 of those scales.

    Sources: IEEE 754; Micikevicius et al., arXiv 2209.05433 (fp8); ggml's block_q8_0 and
    block_q4_0; Dettmers et al., arXiv 2305.14314 §3 (0.127 bits of scales per value).

    >>> size_of(1024, "fp32"), size_of(1024, "q8_0"), size_of(33, "q4_0")
    (Bytes(4096), Bytes(1088), Bytes(36))

    Raises:
        ValueError: another name, or `values` negative or not whole.
    """
    blocks = _BLOCKS[one_of("dtype", dtype, _BLOCKS)]
    count = whole("values", values, at_least=0)
    return Bytes(sum(-(-count // of_values) * of_bytes for of_bytes, of_values in blocks))


def bytes_per_element(dtype: str) -> float:
    """Bytes of one number stored as `dtype`, its share of the block's scales included.

    >>> bytes_per_element("bf16"), bytes_per_element("q8_0")
    (2.0, 1.0625)

    Raises:
        ValueError: an unknown name.
    """
    blocks = _BLOCKS[one_of("dtype", dtype, _BLOCKS)]
    return sum(of_bytes / of_values for of_bytes, of_values in blocks)
