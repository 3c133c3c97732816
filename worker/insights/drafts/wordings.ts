/** Raised when a wording changes its meaning or its place, so that shares of edited drafts are compared with their like. */
export const WORDINGS_VERSION = 2
