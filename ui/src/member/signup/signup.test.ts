import { describe, expect, it } from "vitest";
import { ApiProblem, NetworkError } from "../../api/problem";
import { accountRequest, checkAbout, refusalsOf } from "./signup";

const about = {
  firstName: "Mei",
  lastName: "Chan",
  password: "Kapok-26",
  confirm: "Kapok-26",
  referralCode: "",
};

describe("the first step", () => {
  it("requires names and a strong password, typed twice", () => {
    expect(checkAbout(about)).toEqual({});
    expect(
      checkAbout({ ...about, firstName: " ", lastName: "", password: "kapok", confirm: "Kapok" }),
    ).toEqual({
      firstName: "firstNameRequired",
      lastName: "lastNameRequired",
      password: "weakPassword",
      confirm: "passwordMismatch",
    });
  });
});

describe("the request", () => {
  it("contains only the chosen contacts, and no empty referral code", () => {
    expect(
      accountRequest({ ...about, referralCode: " ", email: undefined, phone: "61234567", captcha: "proof" }),
    ).toEqual({
      firstName: "Mei",
      lastName: "Chan",
      userPassword: "Kapok-26",
      hasEmail: false,
      hasPhone: true,
      userPhone: "61234567",
      captcha: "proof",
    });
  });
});

describe("a refusal", () => {
  const refused = (...codes: string[]) =>
    new ApiProblem(400, {
      code: "validation_failed",
      message: "No",
      errors: codes.map((code) => ({ field: "any", code, message: "No" })),
    });

  it.each([
    ["first_name_required", "firstName"],
    ["last_name_required", "lastName"],
    ["email_or_phone_required", "form"],
    ["invalid_email", "email"],
    ["invalid_hong_kong_phone", "phone"],
    ["weak_password", "password"],
    ["email_not_verified", "email"],
    ["phone_not_verified", "phone"],
    ["captcha_failed", "captcha"],
    ["invalid_referral_code", "referralCode"],
  ])("%s is shown at %s", (code, place) => {
    expect(refusalsOf(refused(code))).toMatchObject([{ place }]);
  });

  it("of a password is shown as guessable, not as a rule that the form has ticked off", () => {
    expect(refusalsOf(refused("weak_password"))).toEqual([{ place: "password", key: "guessable" }]);
  });

  it("is reported with all its parts", () => {
    expect(refusalsOf(refused("weak_password", "captcha_failed"))).toHaveLength(2);
  });

  it("of an unknown kind keeps the server's message, at the field that it names", () => {
    const problem = new ApiProblem(400, {
      code: "validation_failed",
      errors: [{ field: "lastName", code: "too_long", message: "Too long" }],
    });
    expect(refusalsOf(problem)).toEqual([
      { place: "lastName", said: "Too long", code: "too_long", language: "en" },
    ]);
    expect(refusalsOf(new ApiProblem(409, { code: "email_in_use", message: "Taken" }))).toMatchObject([
      { place: "email", key: "emailInUse" },
    ]);
  });

  it("distinguishes a network error from a server failure", () => {
    expect(refusalsOf(new NetworkError())).toEqual([{ place: "form", key: "offline" }]);
    expect(refusalsOf(new ApiProblem(502, {}))).toEqual([{ place: "form", key: "failed" }]);
  });
});
