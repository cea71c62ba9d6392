import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Radio } from "../../../kit/form/Choice";
import { Badge } from "../../../kit/screen/Paper";
import { FormDialog } from "../AdminDialog";
import css from "./Content.module.css";
import { differences, onlyTheirs, take } from "./merge";
import type { Editor } from "./useEditor";

interface StaleDialogProps<I extends object> {
  base: I;
  mine: I;
  theirs: I;
  /** The label of a field. */
  label(key: string): string;
  /** A value formatted for display. */
  shown?: ((key: string, value: string) => string) | undefined;
  onMerged(merged: I): void;
  onClose(): void;
}

/** An edit conflict: both versions side by side, field by field. */
export function StaleDialog<I extends object>({
  base,
  mine,
  theirs,
  label,
  shown,
  onMerged,
  onClose,
}: StaleDialogProps<I>) {
  const { t } = useTranslation("adminContent");
  const found = differences(base, mine, theirs);
  // Changes that only the other person made are taken by default.
  const [taken, setTaken] = useState(() => onlyTheirs(found));
  const said = (key: string, value: string) => {
    if (value === "true" || value === "false") return t(value === "true" ? "stale.yes" : "stale.no");
    return (value && shown?.(key, value)) || value || t("stale.nothing");
  };
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
                <span className={css.version}>{said(key, side === "mine" ? my : their)}</span>
              </Radio>
            ))}
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}

interface MeetingProps<I extends object> {
  editor: Pick<Editor<I>, "draft" | "stale" | "resolve" | "giveUp">;
  label(key: string): string;
  shown?: ((key: string, value: string) => string) | undefined;
}

/** The dialog about a conflict of an editor, while it has one. */
export function Meeting<I extends object>({ editor, label, shown }: MeetingProps<I>) {
  if (!editor.stale) return null;
  return (
    <StaleDialog
      {...editor.stale}
      mine={editor.draft}
      label={label}
      shown={shown}
      onMerged={editor.resolve}
      onClose={editor.giveUp}
    />
  );
}
