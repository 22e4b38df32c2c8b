"""The bank: reading YAML strictly, the schema, rules over the whole bank, the derived index and the query language."""
