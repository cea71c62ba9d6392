/** The description of every call, served by this programme itself. */
export const DOCS = "/api/docs";
