/** The width of a picture, in pixels. */
const WIDTH = 1080;

type Shape = SVGCircleElement | SVGEllipseElement | SVGPathElement | SVGRectElement;

function outline(shape: Shape): Path2D {
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute("d") ?? "");
  const path = new Path2D();
  if (shape instanceof SVGRectElement)
    path.rect(
      shape.x.baseVal.value,
      shape.y.baseVal.value,
      shape.width.baseVal.value,
      shape.height.baseVal.value,
    );
  else if (shape instanceof SVGCircleElement) {
    const { cx, cy, r } = shape;
    path.arc(cx.baseVal.value, cy.baseVal.value, r.baseVal.value, 0, 2 * Math.PI);
  } else {
    const { cx, cy, rx, ry } = shape;
    path.ellipse(cx.baseVal.value, cy.baseVal.value, rx.baseVal.value, ry.baseVal.value, 0, 0, 2 * Math.PI);
  }
  return path;
}

/**
 * Draws the filled shapes of an SVG that is on the screen, with `caption` lines below it. Undefined where the browser
 * makes no picture. The SVG itself cannot be loaded as an image, because the page loads images from its server only.
 */
export async function pictureOf(svg: SVGSVGElement, caption: readonly string[]): Promise<Blob | undefined> {
  const { width, height } = svg.getBoundingClientRect();
  const scale = WIDTH / width;
  const line = 64;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(height * scale) + (caption.length > 0 ? caption.length * line + 56 : 0);
  const brush = canvas.getContext("2d");
  if (!brush) return undefined;
  brush.fillStyle = "#fffdf8";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  const shapes = svg.querySelectorAll<Shape>("path, rect, circle, ellipse");
  brush.save();
  brush.beginPath();
  brush.rect(0, 0, WIDTH, Math.round(height * scale));
  brush.clip();
  for (const shape of shapes) {
    const matrix = shape.getCTM();
    if (!matrix) continue;
    const { a, b, c, d, e, f } = matrix;
    brush.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale);
    brush.fillStyle = getComputedStyle(shape).fill;
    brush.fill(outline(shape));
  }
  brush.restore();
  brush.fillStyle = "#17231d";
  brush.textAlign = "center";
  caption.forEach((text, at) => {
    brush.font = `${at === 0 ? "700 46px" : "400 36px"} ${getComputedStyle(document.body).fontFamily}`;
    brush.fillText(text, WIDTH / 2, height * scale + 76 + at * line, WIDTH - 80);
  });
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), "image/png"));
}
