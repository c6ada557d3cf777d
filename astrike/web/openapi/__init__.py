"""What do the addresses under /api/v1 take and give? Their OpenAPI 3.1 description, question by question."""
