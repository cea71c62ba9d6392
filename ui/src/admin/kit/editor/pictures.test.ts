import { describe, expect, it } from "vitest";
import { partOf } from "./pictures";

const WIDE = { width: 400, height: 200 };
const middle = { zoom: 1, across: 0.5, down: 0.5 };

describe("the crop of a picture", () => {
  it("is the largest centred part with the frame's aspect ratio", () => {
    expect(partOf(WIDE, { aspect: 1, ...middle })).toEqual({ x: 100, y: 0, width: 200, height: 200 });
    expect(partOf(WIDE, { aspect: undefined, ...middle })).toEqual({ x: 0, y: 0, width: 400, height: 200 });
  });

  it("never reaches beyond the picture", () => {
    const corner = partOf(WIDE, { aspect: 1.5, zoom: 4, across: 1, down: 1 });
    expect([corner.x + corner.width, corner.y + corner.height]).toEqual([400, 200]);
  });
});
