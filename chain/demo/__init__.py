"""What makes a demo lively, and is plainly named as a demo."""
