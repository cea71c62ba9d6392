/** The API description that this server provides. */
export const DOCS = "/api/docs";
