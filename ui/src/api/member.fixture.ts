import type { UserInfo } from "./member";

/** A member for tests. */
export const memberFixture: UserInfo = {
  _id: "m1",
  shortId: "AB12CD34",
  firstName: "Mei Yi",
  lastName: "Chan",
  initials: "MC",
  email: null,
  phone: "61234567",
  language: "en",
  role: "member",
  points: 0,
  referralCode: "R",
  biometric: false,
  firstTimeLogin: false,
};
