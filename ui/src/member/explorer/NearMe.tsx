import { useState } from "react";
import { useTranslation } from "react-i18next";
import { knowsPosition } from "../../device/position";
import { icon } from "../../kit/icons/Icon";
import { Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import { DISTRICTS, type District } from "../../shared/districts";
import css from "./ExplorerScreen.module.css";
import type { Outlet } from "./outlets";
import { askPosition, forgetPosition, usePosition } from "./usePosition";

const NearIcon = icon("M20.5 3.5 3.5 10.6l7 2.9 2.9 7z");

interface NearMeProps {
  outlets: readonly Outlet[];
  district: District | undefined;
  onChoose(district: District | undefined): void;
}

/** Partners near the member: by the position of the device, or by a district. Nothing without outlets. */
export function NearMe({ outlets, district, onChoose }: NearMeProps) {
  const { t } = useTranslation("explorer");
  const here = usePosition();
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(false);
  if (outlets.length === 0) return null;
  const there = DISTRICTS.filter((one) => outlets.some((outlet) => outlet.district === one));
  const nearest = async () => {
    if (here) return void forgetPosition();
    setAsking(true);
    setRefused(!(await askPosition()));
    setAsking(false);
  };
  const isMapped = outlets.some(({ position }) => position);
  return (
    <>
      <div className={css.chips}>
        {isMapped && knowsPosition() && (
          <button
            type="button"
            className={css.chip}
            aria-pressed={here !== undefined}
            disabled={asking}
            onClick={nearest}
          >
            <NearIcon size={20} />
            {asking ? t("asking") : t("near")}
          </button>
        )}
        {there.length > 0 && (
          <label className={css.districts}>
            <span className={text.sr}>{t("district")}</span>
            <select
              className={css.chip}
              value={district ?? ""}
              onChange={({ currentTarget: { value } }) => {
                setRefused(false);
                onChoose(there.find((one) => one === value));
              }}
            >
              <option value="">{t("everyDistrict")}</option>
              {there.map((one) => (
                <option key={one} value={one}>
                  {t(`districts.${one}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {refused && (
        <div className={css.everywhere} role="status">
          <Note>{t(there.length > 0 ? "chooseDistrict" : "noPosition")}</Note>
        </div>
      )}
    </>
  );
}
