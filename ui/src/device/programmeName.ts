/** What members know it as: the server writes the name into the page, and every screen its own title over it. */
export const programmeName = document.title;
