# Sphinx reads the Markdown of the tree as it is (scripts/docs.sh copies it beside this file and adds what is generated).
project = "Sextant"
extensions = ["myst_parser"]
root_doc = "docs/index"
exclude_patterns = ["docs/site"]
html_theme = "furo"
html_title = "Sextant"
html_extra_path = ["extra"]  # index.html and the pages of the gallery
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]
# A page that is not in a table of contents is still linked; blocks of TOML and shell have comments Pygments does not know.
suppress_warnings = ["toc.not_included", "misc.highlighting_failure"]
