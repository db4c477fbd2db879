"""Sokogen: levels made to order; random ones, all small ones, and Hypothesis strategies for them.

`sokogen.strategies` needs Hypothesis; the other modules need the standard library alone.
"""
