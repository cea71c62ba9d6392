/**
 * A picture that does not come leaves plain ground in place of the browser's torn paper (global.css has its look), and
 * is asked for again when the line is back. The answer stops it.
 */
export function followPictures(): () => void {
  const mark = (picture: HTMLImageElement) => {
    picture.dataset.lost = "";
  };
  const lost = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) mark(target);
  };
  const come = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) delete target.dataset.lost;
  };
  const again = () => {
    for (const picture of document.querySelectorAll("img[data-lost]")) {
      const address = picture.getAttribute("src");
      if (address) picture.setAttribute("src", address);
    }
  };
  // Neither event bubbles.
  document.addEventListener("error", lost, true);
  document.addEventListener("load", come, true);
  window.addEventListener("online", again);
  // Some are lost before anybody looks. A drawing may have no width of its own either, but it can be drawn.
  for (const picture of document.querySelectorAll("img"))
    if (picture.complete && picture.naturalWidth === 0) picture.decode().catch(() => mark(picture));
  return () => {
    document.removeEventListener("error", lost, true);
    document.removeEventListener("load", come, true);
    window.removeEventListener("online", again);
  };
}
