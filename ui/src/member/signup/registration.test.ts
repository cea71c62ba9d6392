import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { dropRegistration, signUp, signupCodes } from "./signup";

const opened = () => Response.json({ success: true, captcha: { provider: "none" }, registrationId: "r" });
const expired = () =>
  Response.json({ code: "registration_required", message: "Start again", status: 400 }, { status: 400 });

/** Gives the responses in turn, and records the calls. */
function answering(...answers: (() => Response)[]) {
  const calls: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string) => {
      calls.push(address.replace("/api/auth/", ""));
      return (answers.shift() ?? opened)();
    }),
  );
  return calls;
}

afterEach(() => {
  queryClient.clear();
  dropRegistration();
  vi.unstubAllGlobals();
});

describe("a code for a sign-up", () => {
  it("waits for the registration", async () => {
    const calls = answering(opened, () => Response.json({ success: true }));
    expect((await signupCodes.email.send("mei@example.hk")).sent).toBe(true);
    expect(calls).toEqual(["initRegistration", "sendEmailOTP"]);
  });

  it("uses the registration from before a reload, whose code may be on its way", async () => {
    answering(opened, () => Response.json({ success: true }));
    await signupCodes.email.send("mei@example.hk");
    queryClient.clear();
    const calls = answering(() => Response.json({ success: true }));
    expect(await signupCodes.email.verify("mei@example.hk", "123456")).toBeUndefined();
    expect(calls).toEqual(["verifyEmailOTP"]);
    vi.useFakeTimers({ now: Date.now() + 30 * 60 * 1000 });
    queryClient.clear();
    const later = answering(opened, () => Response.json({ success: true }));
    await signupCodes.email.send("mei@example.hk");
    vi.useRealTimers();
    expect(later).toEqual(["initRegistration", "sendEmailOTP"]);
  });

  it("starts a new registration when the first has expired, and is still sent", async () => {
    const calls = answering(opened, expired, opened, () => Response.json({ success: true }));
    expect((await signupCodes.phone.send("61234567")).sent).toBe(true);
    expect(calls).toEqual(["initRegistration", "sendSMSOTP", "initRegistration", "sendSMSOTP"]);
  });

  it("retries only once", async () => {
    const calls = answering(opened, expired, opened, expired);
    expect((await signupCodes.phone.send("61234567")).sent).toBe(false);
    expect(calls).toHaveLength(4);
  });

  it("is reported as expired if the registration has expired", async () => {
    answering(expired);
    expect(await signupCodes.email.verify("mei@example.hk", "123456")).toEqual({ key: "expired" });
  });
});

it("a sign-up removes the remembered identifier of another member", async () => {
  localStorage.setItem("rememberMe", "true");
  localStorage.setItem("rememberUserIdentifier", "ah.fai@example.hk");
  const about = { firstName: "Mei", lastName: "Chan", password: "Kapok-26", confirm: "Kapok-26" };
  const account = {
    ...about,
    referralCode: "",
    email: "mei@example.hk",
    phone: undefined,
    captcha: undefined,
  };
  const made = () => Response.json({ success: true });
  const refused = () => Response.json({ code: "login_failed", message: "No", status: 401 }, { status: 401 });
  answering(opened, made, refused);
  expect(await signUp(account, "first try")).toBe("made");
  expect(localStorage.getItem("rememberMe")).toBe("true");
  answering(made, () => Response.json({ success: true, token: "t", user: { _id: "m1" } }));
  expect(await signUp(account, "first try")).toBe("in");
  expect(localStorage.getItem("rememberMe")).toBeNull();
  expect(localStorage.getItem("rememberUserIdentifier")).toBeNull();
});
