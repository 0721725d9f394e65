"""What real runs do where fake tensors on the CPU would do something else."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import torch
from torch.nn import functional
from transformers import masking_utils


@contextmanager
def unpacked_sequences() -> Iterator[None]:
    """Batches hold one sequence in each row.

    transformers looks at the position numbers to see that, and then makes no mask. Fake tensors
    have no numbers to look at.
    """
    with patch.object(masking_utils, "find_packed_sequence_indices", lambda positions: None):
        yield


@contextmanager
def dropout_of_gpus() -> Iterator[None]:
    """Dropout keeps a mask of one byte, and attention with dropout the seed, as on GPUs.

    The CPU keeps masks in the tensor's dtype, and all scores of attention.
    """
    attention = functional.scaled_dot_product_attention

    def dropout(tensor, p=0.5, training=True, inplace=False):
        return torch.native_dropout(tensor, p, True)[0] if training and p else tensor

    def flash(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, **options):
        if not dropout_p:
            return attention(query, key, value, attn_mask, 0.0, is_causal, **options)
        flash_attention = torch.ops.aten._scaled_dot_product_flash_attention
        return flash_attention(query, key, value, dropout_p, is_causal)[0]

    with (
        patch.object(functional, "dropout", dropout),
        patch.object(functional, "scaled_dot_product_attention", flash),
    ):
        yield
