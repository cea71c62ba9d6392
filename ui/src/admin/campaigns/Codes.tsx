import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../api/queries";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { DownloadIcon, PrintIcon } from "../../components/icons-desk";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { download } from "../components/download";
import { useTrouble } from "../components/trouble";
import { type Campaign, campaigns, contentChanged, oneOf } from "../content/kinds";
import css from "../desk.module.css";
import own from "./Campaigns.module.css";
import { codesQuery, makeCodes } from "./codes";

const MOST = 10_000;

/** The codes of a campaign: made, listed, handed out as a file or on paper. */
export function Codes({
  campaign,
  disabled,
  onPrint,
}: {
  campaign: Campaign;
  disabled: boolean;
  onPrint(): void;
}) {
  const { t } = useTranslation("deskCampaigns");
  const say = useTrouble();
  const codes = useQuery(codesQuery(campaign._id));
  const [count, setCount] = useState("100");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const wanted = campaign.shared ? 1 : Number(count);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const made = await makeCodes(campaign._id, wanted);
      showToast(t("codes.made", { count: made.codes.length }));
      contentChanged(campaigns);
      await queryClient.invalidateQueries({ queryKey: codesQuery(campaign._id).queryKey });
      await queryClient.invalidateQueries({ queryKey: oneOf(campaigns, campaign._id).queryKey });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const texts = codes.data ?? [];
  const missing = !campaign.shared || texts.length === 0;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("codes.title")}</h2>
        {texts.length > 0 && (
          <>
            <Button
              kind="quiet"
              small
              icon={<DownloadIcon size={20} />}
              onClick={() => download("kapok-codes.csv", `\uFEFF${texts.join("\r\n")}\r\n`, "text/csv")}
            >
              CSV
            </Button>
            {!campaign.shared && (
              <Button kind="quiet" small icon={<PrintIcon size={20} />} onClick={onPrint}>
                {t("codes.sheet")}
              </Button>
            )}
          </>
        )}
      </div>
      <div className={css.stack}>
        {texts.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it.
          <ul className={own.codes} tabIndex={0} aria-label={t("codes.title")}>
            {texts.slice(0, 100).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {texts.length > 100 && <p className={css.soft}>{t("codes.more", { count: texts.length - 100 })}</p>}
        {codes.isError && <Note tone="plum">{say(codes.error)}</Note>}
        {!disabled && missing && (
          <Field
            name="count"
            label={campaign.shared ? t("codes.one") : t("codes.count")}
            hint={t(campaign.shared ? "codes.sharedHint" : "codes.singleHint")}
            inputMode="numeric"
            autoComplete="off"
            value={campaign.shared ? "1" : count}
            disabled={campaign.shared}
            clean={(typed) => typed.replace(/\D/g, "").slice(0, 5)}
            onChange={setCount}
            beside={
              <Button
                kind="quiet"
                small
                disabled={wanted < 1 || wanted > MOST}
                busy={busy && t("codes.making")}
                onClick={() => void make()}
              >
                {t("codes.make")}
              </Button>
            }
          />
        )}
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
    </section>
  );
}
