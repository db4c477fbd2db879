uruulduld

drrruuldrdl
