/** The tab's key for the version of the terms that the member decides about later. */
export const TERMS_LATER = "terms:later";
