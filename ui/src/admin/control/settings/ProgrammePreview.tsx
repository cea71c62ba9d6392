import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import type { Programme } from "./programme";
import own from "./Settings.module.css";

interface ProgrammePreviewProps {
  name: string;
  logo: string | undefined;
  colours: Programme["colours"];
}

/** Preview of name or logo, and colours, as members see them, with the current draft. */
export function ProgrammePreview({ name, logo, colours }: ProgrammePreviewProps) {
  const { t } = useTranslation("adminSettings");
  const phone = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const [part, colour] of Object.entries(colours ?? {}))
      phone.current?.style.setProperty(`--k-own-${part}`, colour);
  }, [colours]);
  return (
    <section className={css.sunken} aria-label={t("programme.preview")}>
      <div className={css.panelHead}>
        <h2>{t("programme.preview")}</h2>
      </div>
      <div className={own.phone} ref={phone}>
        {logo ? <img className={text.logo} src={logo} alt={name} height={32} /> : <b>{name || "–"}</b>}
        <div className={own.card}>
          {t("programme.previewPoints")}
          <b>{formatPoints(12_480)}</b>
        </div>
        <span className={own.act}>{t("programme.previewAction")}</span>
      </div>
    </section>
  );
}
