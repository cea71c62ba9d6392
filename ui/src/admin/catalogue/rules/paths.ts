import { adminPaths, recordPath } from "../../paths";

/** The address of the simulation of a rule. */
export const simulationPath = (id: string) => `${recordPath(adminPaths.rules, id)}/simulation`;
