import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatExactTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { useErrorText } from "../../kit/errorText";
import own from "./Audit.module.css";
import { chainQuery } from "./audit";

/** The state of the hash chain, shown once the log has entries. */
export function ChainCheck() {
  const chain = useQuery(chainQuery());
  if (chain.data?.lines === 0) return null;
  return (
    <div className={own.above}>
      <Found />
    </div>
  );
}

/** Shows whether every entry is unmodified, and otherwise the entry at which the chain breaks. */
function Found() {
  const { t } = useTranslation("adminAudit");
  const language = useLanguage();
  const say = useErrorText();
  const chain = useQuery(chainQuery());
  const { data } = chain;
  const again = (
    <Button
      kind="quiet"
      small
      busy={chain.isFetching && data !== undefined && t("chain.checking")}
      onClick={() => void chain.refetch()}
    >
      {t("chain.again")}
    </Button>
  );
  if (chain.isError)
    return (
      <Note tone="pollen">
        <div className={own.chain}>
          <p>
            <b>{t("chain.failed")}</b> {say(chain.error)}
          </p>
          {again}
        </div>
      </Note>
    );
  if (!data) return <Note>{t("chain.checking")}</Note>;
  const number = formatPoints(data.verifiedTo);
  if (data.checking) return <Note>{t("chain.soFar", { number, lines: formatPoints(data.lines) })}</Note>;
  return (
    <Note tone={data.brokenAt ? "plum" : "leaf"}>
      <div className={own.chain}>
        <div>
          <p>
            <b>{t(data.brokenAt ? "chain.broken" : "chain.sound", { number })}</b>
          </p>
          <p>
            {data.brokenAt
              ? t("chain.brokenLine", { id: data.brokenAt })
              : t("chain.soundLine", { at: formatExactTime(data.checked, language) })}
          </p>
        </div>
        {again}
      </div>
    </Note>
  );
}
