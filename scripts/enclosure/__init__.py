"""The boxes of the table, made from their measures: to print (STL) or to cut from sheets of 3 mm (SVG).

`python -m scripts.enclosure docs/enclosure` writes both and pictures of them; the manifold3d of the development
environment does the solids.
"""
