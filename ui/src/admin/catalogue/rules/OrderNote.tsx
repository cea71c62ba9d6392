import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import { useErrorText } from "../../kit/errorText";
import css from "./Rules.module.css";
import type { RuleOrder } from "./useOrder";

/**
 * The place of a moved rule, for screen readers. If an order could not be saved, also the error, with buttons
 * to drop the order or to save it again.
 */
export function OrderNote({ order, told }: { order: RuleOrder; told: string | undefined }) {
  const { t } = useTranslation("adminRules");
  const say = useErrorText();
  return (
    <>
      <p role="status" className={text.sr}>
        {told}
      </p>
      {order.error !== undefined && (
        <Note tone="plum">
          {say(order.error)} {t("order.kept")}
          <p className={css.choices}>
            <Button kind="quiet" small onClick={order.drop}>
              {t("order.drop")}
            </Button>
            <Button small busy={order.saving && t("order.saving")} onClick={order.again}>
              {t("order.again")}
            </Button>
          </p>
        </Note>
      )}
    </>
  );
}
