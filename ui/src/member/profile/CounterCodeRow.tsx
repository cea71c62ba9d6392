import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ClockIcon } from "../../kit/icons/icons-member";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { RowButton } from "../../kit/screen/Row";

const CounterCodeSheet = lazyComponent(async () => (await import("./CounterCodeSheet")).CounterCodeSheet);

/** Opens the code for the counter, where it changes every 30 seconds. */
export function CounterCodeRow({ shortId }: { shortId: string }) {
  const { t } = useTranslation("profile");
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowButton
        icon={<ClockIcon size={22} />}
        title={t("code.open")}
        line={t("code.line")}
        onClick={() => setOpen(true)}
      />
      {open && <CounterCodeSheet shortId={shortId} onClose={() => setOpen(false)} waiting={null} />}
    </>
  );
}
