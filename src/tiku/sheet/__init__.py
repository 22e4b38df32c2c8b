"""Study sheets: one tree (:mod:`tiku.sheet.build`) and a renderer for each format."""
