import { useTranslation } from "react-i18next";
import { formatDateTime, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { ChevronIcon, RetryIcon } from "../../kit/icons/icons-basic";
import { ScanIcon } from "../../kit/icons/icons-home";
import { KeypadIcon } from "../../kit/icons/icons-member";
import { CINQUEFOIL } from "../../kit/screen/petals";
import { Row, RowButton } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import type { Till } from "../kit/till";
import css from "./SetUp.module.css";
import type { TillLink } from "./tillLink";

interface LinkEndedProps {
  link: TillLink;
  /** The till that this device is; null if it is none. */
  till: Till | null;
  onScan(): void;
  onType(): void;
  /** Goes on with the till that this device is. */
  onStay(): void;
}

const deviceTime = () =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(new Date());

/** A link that was used or has run out: why it does not work, and the ways on. */
export function LinkEnded({ link, till, onScan, onType, onStay }: LinkEndedProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const why = link.state === "used" ? "used" : "expired";
  const time = why === "used" ? link.enrolled : link.made;
  const chevron = <ChevronIcon size={20} />;
  return (
    <div className={css.form}>
      <div role="alert" className={css.ended}>
        <svg viewBox="-44 -44 88 88" width={72} height={72} aria-hidden="true">
          <path d={CINQUEFOIL} />
          <path d="M-12-12 12 12M12-12-12 12" />
        </svg>
        <h1>{t(`enrol.${why}.title`)}</h1>
        <p>
          {t(`enrol.${why}.text`, {
            name: link.name,
            outlet: localized(link.outlet, language),
            time: time && formatDateTime(time, language),
          })}
        </p>
      </div>
      <div className={classes(layout.card, layout.rows)}>
        <RowButton
          icon={<ScanIcon size={26} />}
          title={t("enrol.scan")}
          line={t("enrol.scanText")}
          end={chevron}
          onClick={onScan}
        />
        <RowButton
          icon={<KeypadIcon size={26} />}
          title={t("enrol.type")}
          line={t("enrol.hint")}
          end={chevron}
          onClick={onType}
        />
        {till ? (
          <RowButton
            icon={<RetryIcon size={26} />}
            title={t("enrol.stay")}
            line={t("enrol.stayText", { name: till.name })}
            end={chevron}
            onClick={onStay}
          />
        ) : (
          <Row icon={<RetryIcon size={26} />} title={t("enrol.earlier")} line={t("enrol.earlierText")} />
        )}
      </div>
      <p className={css.clock}>
        {t("enrol.clock", { here: deviceTime(), time: formatTime(link.serverTime) })}
      </p>
      <div className={css.foot}>
        <Button block icon={<ScanIcon size={22} />} onClick={onScan}>
          {t("enrol.scan")}
        </Button>
      </div>
    </div>
  );
}
