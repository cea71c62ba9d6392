import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Radio } from "../../components/Choice";
import { Badge } from "../../components/Paper";
import { FormDialog } from "../components/DeskDialog";
import css from "./Content.module.css";
import { differences, onlyTheirs, take } from "./merge";

interface StaleDialogProps<I extends object> {
  base: I;
  mine: I;
  theirs: I;
  /** What people call a field. */
  label(key: string): string;
  onMerged(merged: I): void;
  onClose(): void;
}

/** Somebody saved meanwhile: both versions side by side, field by field. */
export function StaleDialog<I extends object>({
  base,
  mine,
  theirs,
  label,
  onMerged,
  onClose,
}: StaleDialogProps<I>) {
  const { t } = useTranslation("deskContent");
  const found = differences(base, mine, theirs);
  // What only they changed is taken over unless the editor says otherwise.
  const [taken, setTaken] = useState(() => onlyTheirs(found));
  const choose = (key: string, side: string) => {
    const next = new Set(taken);
    if (side === "theirs") next.add(key);
    else next.delete(key);
    setTaken(next);
  };
  return (
    <FormDialog
      wide
      title={t("stale.title")}
      submit={t("stale.merge")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onMerged(take(mine, theirs, taken));
      }}
    >
      <p>{found.length === 0 ? t("stale.same") : t("stale.text")}</p>
      {found.map(({ key, mine: my, theirs: their, conflict }) => (
        <fieldset key={key} className={css.conflict}>
          <legend>
            {label(key)} {conflict && <Badge tone="pollen">{t("stale.both")}</Badge>}
          </legend>
          <div className={css.sides}>
            {(["mine", "theirs"] as const).map((side) => (
              <Radio
                key={side}
                wide
                name={`stale-${key}`}
                value={side}
                checked={taken.has(key) === (side === "theirs")}
                onChoose={() => choose(key, side)}
              >
                <b>{t(`stale.${side}`)}</b>
                <span className={css.version}>{(side === "mine" ? my : their) || t("stale.nothing")}</span>
              </Radio>
            ))}
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}
