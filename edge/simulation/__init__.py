"""`acre simulate`: the history it runs over, and its report as text and as a page."""
