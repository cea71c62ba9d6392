import type { components } from "../api/schema";

export type District = components["schemas"]["District"];

/** The districts, from the island to the New Territories. */
export const DISTRICTS = [
  "centralAndWestern",
  "wanChai",
  "eastern",
  "southern",
  "yauTsimMong",
  "shamShuiPo",
  "kowloonCity",
  "wongTaiSin",
  "kwunTong",
  "kwaiTsing",
  "tsuenWan",
  "tuenMun",
  "yuenLong",
  "north",
  "taiPo",
  "shaTin",
  "saiKung",
  "islands",
] as const satisfies readonly District[];
