/**
 * A picture that does not come leaves plain ground in place of the browser's torn paper (global.css has its look), and
 * is asked for again when the line is back. The answer stops it.
 */
export function followPictures(): () => void {
  const lost = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.dataset.lost = "";
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
  return () => {
    document.removeEventListener("error", lost, true);
    document.removeEventListener("load", come, true);
    window.removeEventListener("online", again);
  };
}
