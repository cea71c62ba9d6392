/** The programme's name for members: the server writes it into the title, before each screen sets its own. */
export const programmeName = document.title;
