import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../../api/queries";
import { formatPoints } from "../../../i18n/format";
import { Button, IconButton } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
import { wholeNumber } from "../../../kit/form/numbers";
import { MinusIcon, PlusIcon } from "../../../kit/icons/icons-admin";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { contentChanged, type Item, items, oneOf } from "../../kit/editor/kinds";
import { useErrorText } from "../../kit/errorText";
import { LOW_STOCK } from "../../kit/lowStock";
import { NumberField } from "../../kit/NumberField";
import type { ItemFields } from "./form";
import own from "./Items.module.css";
import { changeStock, type StockChange } from "./stock";

/** The stock and the limit per member. The stock of a saved item changes at once, by its own call. */
export function StockPanel({ form: { draft, set, disabled, record, label, error } }: ItemFields) {
  const { t } = useTranslation("adminItems");
  const limit = (name: "leftover" | "qoutaPerson", title: string) => (
    <Limit
      name={name}
      title={title}
      label={t(`fields.${name}`)}
      value={draft[name] ?? -1}
      disabled={disabled}
      onChange={(count) => set({ [name]: count })}
    />
  );
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("stockAndQuota")}</h2>
      </div>
      {record ? <LiveStock item={record} disabled={disabled} /> : limit("leftover", t("limitStock"))}
      {limit("qoutaPerson", t("limitPerson"))}
      <div className={own.limit}>
        <NumberField
          name="lowStock"
          label={label("lowStock")}
          hint={t("lowStockHint", { low: LOW_STOCK })}
          disabled={disabled}
          error={error("lowStock")}
          most={9}
          value={draft.lowStock === undefined ? "" : String(draft.lowStock)}
          onChange={(typed) => set({ lowStock: typed === "" ? undefined : Number(typed) })}
        />
      </div>
    </section>
  );
}

function LiveStock({ item, disabled }: { item: Item; disabled: boolean }) {
  const { t } = useTranslation("adminItems");
  const say = useErrorText();
  const saved = item.leftover ?? -1;
  const [wanted, setWanted] = useState<StockChange>();
  const shown =
    wanted === undefined ? saved : "add" in wanted ? Math.max(saved + wanted.add, 0) : wanted.leftover;
  const want = (count: number) => {
    if (count === saved) setWanted(undefined);
    else setWanted(count >= 0 && saved >= 0 ? { add: count - saved } : { leftover: count });
  };
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const apply = async (body: StockChange) => {
    setBusy(true);
    setError(undefined);
    try {
      const { leftover } = await changeStock(item._id, saved, body);
      showToast(
        t(leftover < 0 ? "stockUnlimited" : "stockSet", { count: leftover, shown: formatPoints(leftover) }),
      );
      queryClient.setQueryData(
        oneOf(items, item._id).queryKey,
        (known) => known && { ...known, record: { ...known.record, leftover } },
      );
      setWanted(undefined);
      contentChanged(items);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Limit
      name="leftover"
      title={t("limitStock")}
      label={t("fields.leftover")}
      value={shown}
      disabled={disabled}
      onChange={want}
    >
      {wanted && (
        <div className={own.apply}>
          <Button
            kind="quiet"
            small
            block
            busy={busy && t("settingStock")}
            onClick={() => void apply(wanted)}
          >
            {t("setStock")}
          </Button>
        </div>
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </Limit>
  );
}

interface LimitProps {
  name: string;
  title: string;
  label: string;
  /** Negative means no limit. */
  value: number;
  disabled: boolean;
  onChange(value: number): void;
  children?: ReactNode;
}

/** Either no limit, or a number with step buttons. */
function Limit({ name, title, label, value, disabled, onChange, children }: LimitProps) {
  const { t } = useTranslation("adminItems");
  const limited = value >= 0;
  return (
    <div className={own.limit}>
      <Switch
        name={`${name}-limited`}
        checked={limited}
        disabled={disabled}
        onChange={(on) => onChange(on ? 1 : -1)}
      >
        {title}
      </Switch>
      {limited && (
        <div className={own.stepper}>
          <IconButton
            label={t("fewer", { name: label })}
            disabled={disabled || value === 0}
            onClick={() => onChange(value - 1)}
          >
            <MinusIcon size={20} />
          </IconButton>
          <input
            name={name}
            aria-label={label}
            inputMode="numeric"
            autoComplete="off"
            value={String(value)}
            disabled={disabled}
            onChange={(event) => {
              // Input that is not a whole number is ignored.
              const digits = wholeNumber(event.currentTarget.value, 9) ?? String(value);
              event.currentTarget.value = digits;
              onChange(Number(digits));
            }}
          />
          <IconButton
            label={t("moreOf", { name: label })}
            disabled={disabled}
            onClick={() => onChange(value + 1)}
          >
            <PlusIcon size={20} />
          </IconButton>
        </div>
      )}
      {children}
    </div>
  );
}
