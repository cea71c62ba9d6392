import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import css from "../../admin.module.css";
import type { Campaign, CampaignInput } from "../../kit/editor/kinds";
import own from "./Campaigns.module.css";
import { exposure } from "./form";

/** The maximum cost of a campaign, and what it has given so far. */
export function Exposure({ draft, saved }: { draft: CampaignInput; saved: Campaign | undefined }) {
  const { t } = useTranslation("adminCampaigns");
  const most = exposure(draft);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("exposure.title")}</h2>
      </div>
      <div className={own.numbers}>
        <div>
          <p>{t("exposure.most")}</p>
          <div className={`${own.number} ${own.red}`}>
            {most === undefined ? <b>{t("noLimit")}</b> : <StencilNumber value={most} height={30} />}
          </div>
          {most !== undefined && <p>{t(draft.gift ? "exposure.gifts" : "exposure.points")}</p>}
        </div>
        {saved && (
          <>
            <div>
              <p>{t("exposure.given")}</p>
              <div className={own.number}>
                <StencilNumber
                  value={saved.gift ? saved.claims : saved.claims * (saved.points ?? 0)}
                  height={30}
                />
              </div>
              <p>{t("exposure.scans", { count: saved.claims, shown: formatPoints(saved.claims) })}</p>
            </div>
            <div>
              <p>{t("exposure.codes")}</p>
              <div className={own.number}>
                <StencilNumber value={saved.codes} height={30} />
              </div>
              <p>{t(saved.shared ? "kinds.shared" : "kinds.single")}</p>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
