2(ul)3R4(dr)
rrL

rrr10U(l)

{dr}Ur[]
