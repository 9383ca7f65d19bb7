//! Events: lists, status, detail.
