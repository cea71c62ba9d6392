import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { contentChanged, type Item, items, oneOf } from "../../kit/editor/kinds";
import { AddCodes } from "../../kit/pool/AddCodes";
import { type PoolFile, PoolFilePick, type PoolSender } from "../../kit/pool/PoolFilePick";

/** The partner's own codes: the number of free codes, and an import with a dry run. */
export function CodePool({ item, disabled }: { item: Item; disabled: boolean }) {
  const { t } = useTranslation("adminItems");
  const [found, setFound] = useState<PoolFile>();
  const id = item._id;
  const send: PoolSender = (body, dryRun) =>
    call("post", "/api/admin/items/{id}/codes", { path: { id }, query: { dryRun }, body });
  const added = () => {
    contentChanged(items);
    return queryClient.invalidateQueries({ queryKey: oneOf(items, id).queryKey });
  };
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("pool.title")}</h2>
        <span className={css.soft}>{t("freeCodes", { count: item.freeCodes })}</span>
      </div>
      <div className={css.stack}>
        <p className={css.soft}>{t("pool.text")}</p>
        {!disabled && (
          <PoolFilePick send={send} onFound={setFound}>
            {item.freeCodes > 0 && <Withdraw item={item} />}
          </PoolFilePick>
        )}
      </div>
      {found && <AddCodes found={found} send={send} onAdded={added} onClose={() => setFound(undefined)} />}
    </section>
  );
}

/** Withdraws the codes that no member has, such as after an upload of the wrong file. */
function Withdraw({ item }: { item: Item }) {
  const { t } = useTranslation("adminItems");
  const [asking, setAsking] = useState(false);
  const withdraw = async () => {
    const { removed } = await call("delete", "/api/admin/items/{id}/codes", { path: { id: item._id } });
    contentChanged(items);
    setAsking(false);
    showToast(t("pool.withdraw.done", { count: removed }));
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {t("pool.withdraw.open")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("pool.withdraw.title", { count: item.freeCodes })}
          submit={t("pool.withdraw.submit")}
          busy={t("pool.withdraw.busy")}
          onClose={() => setAsking(false)}
          act={withdraw}
        >
          <p>{t("pool.withdraw.text")}</p>
        </ActionDialog>
      )}
    </>
  );
}
