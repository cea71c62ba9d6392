import { expect, it } from "vitest";
import { itemContent } from "../../catalogue/items/form";
import { partnerContent, tidyWithoutRates } from "../../catalogue/partners/form";
import { withoutEmpty } from "./content";

it("sends no empty value and no empty language, and keeps zero and false", () => {
  const form = {
    name: { en: "Tea", zh: "", zhhk: "茶" },
    description: { en: "", zh: "", zhhk: "" },
    image: "",
    validFrom: null,
    points: 0,
    active: false,
  };
  expect(withoutEmpty(form)).toEqual({ name: { en: "Tea", zhhk: "茶" }, points: 0, active: false });
  expect(form.image).toBe("");
});

it("sends of an item's code only what its kind uses", () => {
  const form = itemContent.form(undefined);
  const content = { kind: "image", format: "qrcode", imgUrl: "/media/code" } as const;
  expect(itemContent.tidy({ ...form, content }).content).toEqual({ kind: "image", imgUrl: "/media/code" });
  expect(itemContent.tidy({ ...form, content: { kind: "pool" } }).content).toEqual({
    kind: "pool",
    format: "qrcode",
  });
  expect(itemContent.check({ ...form, content: { kind: "image" } })).toEqual({
    "name.en": "required",
    points: "number",
    "content.imgUrl": "required",
  });
});

it("sends a partner's rates only from those who may set them", () => {
  const form = { ...partnerContent.form(undefined), name: { en: "Shop" }, type: " food ", webLink: " " };
  const sent = { name: { en: "Shop" }, type: "food", active: false };
  expect(partnerContent.tidy(form)).toEqual({ ...sent, basePoints: "0", extraPoints: "0" });
  expect(tidyWithoutRates(form)).toEqual(sent);
});
