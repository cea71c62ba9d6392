import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { AdminDialog } from "../../kit/AdminDialog";
import { usesLetterKeys } from "../../kit/keys";
import own from "./KeysDialog.module.css";

/** The keys of the admin app, by the place where they work. */
const KEYS = [
  ["everywhere", ["find", "list", "close"]],
  ["dashboard", ["range", "table"]],
  ["claim", ["approve", "refuse", "take"]],
  ["transaction", ["copy", "undo", "neighbours"]],
] as const;

/** The list of the keys and what each one does. The key `?` opens the list. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("admin");
  return (
    <AdminDialog
      title={t("keys.title")}
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      {KEYS.map(([place, keys]) => (
        <section key={place}>
          <h3 className={own.place}>{t(`keys.${place}.title`)}</h3>
          <dl className={own.keys}>
            {keys.map((key) => (
              <div key={key}>
                <dt>
                  <kbd>{t(`keys.press.${key}`)}</kbd>
                </dt>
                <dd>{t(`keys.does.${key}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>{t(usesLetterKeys() ? "keys.letters" : "keys.lettersOff")}</p>
    </AdminDialog>
  );
}
