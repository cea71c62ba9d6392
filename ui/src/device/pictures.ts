/**
 * Shows plain ground (styled in global.css) for an image that fails to load, instead of the browser's
 * broken-image icon, and loads it again when the device is online. Call the returned function to stop.
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
  // Some images fail before the listeners exist. An SVG may also have no intrinsic width, but it decodes.
  for (const picture of document.querySelectorAll("img"))
    if (picture.complete && picture.naturalWidth === 0) picture.decode().catch(() => mark(picture));
  return () => {
    document.removeEventListener("error", lost, true);
    document.removeEventListener("load", come, true);
    window.removeEventListener("online", again);
  };
}
