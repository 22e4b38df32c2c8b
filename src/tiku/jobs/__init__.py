"""Postings and résumés: reading them, the skills they name, and the gap between them."""
