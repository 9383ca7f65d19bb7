//! Projects: lists, search, detail, comments.
