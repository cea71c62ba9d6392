import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { UndoIcon } from "../../../kit/icons/icons-admin";
import css from "../../admin.module.css";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import own from "./Transaction.module.css";
import { isReversible, leadingLine, type Transaction } from "./transactions";

/**
 * The effect of undoing a transaction, or the reason why this is not possible. Only staff who may undo
 * transactions see the panel.
 */
export function UndoPanel({ of, onAsk }: { of: Transaction; onAsk(): void }) {
  const { t } = useTranslation("adminMoney");
  const mayUndo = useMay("adjustPoints");
  if (!mayUndo) return null;
  const { points, member } = leadingLine(of);
  const brought = (of.lots ?? []).reduce((sum, lot) => sum + lot.points, 0);
  const left = (of.lots ?? []).reduce((sum, lot) => sum + lot.left, 0);
  const isSpent = brought > 0 && left < brought;
  const figures = { points: formatPoints(Math.abs(points)), left: formatPoints(left) };
  return (
    <section className={`${css.panel} ${own.undo}`}>
      <h2>{t("undo.title")}</h2>
      {isReversible(of) ? (
        <>
          <p className={css.soft}>
            {t(isSpent ? "undo.spent" : points > 0 && brought > 0 ? "undo.unspent" : "undo.back", figures)}{" "}
            {t("undo.linked")}
          </p>
          {isSpent && member && (
            <p>
              <Link className={css.quietLink} to={recordPath(adminPaths.members, member._id)}>
                {t("undo.adjust")}
              </Link>
            </p>
          )}
          <Button kind="refuse" small block icon={<UndoIcon size={18} />} onClick={onAsk}>
            {t("reverse")}
          </Button>
        </>
      ) : (
        <p className={css.soft}>{t(`undo.not.${whyNot(of)}`)}</p>
      )}
    </section>
  );
}

/** The reason why a transaction cannot be undone. */
function whyNot({ reversed, type }: Transaction) {
  if (reversed) return "undone";
  if (type === "Reversal") return "reversal";
  return type === "Earn - Release" ? "release" : "hold";
}
