import i18next from "i18next";
import { programmeName } from "../../device/programmeName";

// All texts that contain the programme's name import this file, so the name is set before they are used.
i18next.options.interpolation = {
  ...i18next.options.interpolation,
  defaultVariables: { programme: programmeName },
};
