"""Ties numbers to pages: the {{ }} syntax, and checks of the built site.

It knows nothing of what the numbers mean, and could serve any MkDocs site.
"""
