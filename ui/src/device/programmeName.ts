/** The programme's name for members: the server writes it into the title, before each screen sets its own. */
export const programmeName = document.title;

/** The address of the programme's logo, which the server writes into the page; undefined if the name is written. */
export const programmeLogo = document.querySelector<HTMLMetaElement>("meta[name=logo]")?.content;
