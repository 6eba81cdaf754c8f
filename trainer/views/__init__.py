"""Pages of the trainer app. A view's name is its URL's name."""
