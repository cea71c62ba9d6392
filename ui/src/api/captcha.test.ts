import { afterEach, describe, expect, it, vi } from "vitest";
import { withCaptcha } from "./captcha";
import { ApiProblem } from "./problem";

const { solveCaptcha } = vi.hoisted(() => ({
  solveCaptcha: vi.fn(async (): Promise<string | undefined> => "solved"),
}));
vi.mock("./solveCaptcha", () => ({ solveCaptcha }));

const required = () =>
  new ApiProblem(400, { code: "captcha_required", message: "Show that you are a person" });

afterEach(() => vi.clearAllMocks());

describe("a call that may need a captcha", () => {
  it("is made once when the server asks for no captcha", async () => {
    const send = vi.fn(async () => "done");
    expect(await withCaptcha(send)).toBe("done");
    expect(send.mock.calls).toEqual([[]]);
  });

  it("is made again with the solved captcha when the server asks for one", async () => {
    const send = vi.fn(async (captcha?: { captcha: string }) => {
      if (!captcha) throw required();
      return captcha.captcha;
    });
    expect(await withCaptcha(send)).toBe("solved");
  });

  it("stays refused when the person cancels the captcha", async () => {
    solveCaptcha.mockResolvedValueOnce(undefined);
    const refused = vi.fn(() => Promise.reject(required()));
    await expect(withCaptcha(refused)).rejects.toThrow(ApiProblem);
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it("is not made a third time, and other refusals stay as they are", async () => {
    const refused = vi.fn(() => Promise.reject(required()));
    await expect(withCaptcha(refused)).rejects.toThrow(ApiProblem);
    expect(refused).toHaveBeenCalledTimes(2);
    const wrong = vi.fn(() => Promise.reject(new ApiProblem(401, { code: "invalid_credentials" })));
    await expect(withCaptcha(wrong)).rejects.toThrow(ApiProblem);
    expect(wrong).toHaveBeenCalledTimes(1);
  });
});
