import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Notification } from "../api/inbox";
import { formatDay, formatTime } from "../i18n/format";
import { localized, tongueOf, useLanguage } from "../i18n/language";
import { ScreenLink } from "../kit/buttons/ScreenLink";
import { classes } from "../kit/classes";
import { BellIcon } from "../kit/icons/icons-home";
import {
  ArrowInIcon,
  CalendarIcon,
  CouponIcon,
  EditIcon,
  FlagIcon,
  MailIcon,
  ReceiptIcon,
  ShieldIcon,
  TransferIcon,
} from "../kit/icons/icons-member";
import { Puck, type PuckTone } from "../kit/screen/Row";
import text from "../kit/styles/text.module.css";
import css from "./NotificationRow.module.css";
import { withBack } from "./paths";

type Kind = NonNullable<Notification["kind"]>;

interface Look {
  Icon: typeof BellIcon;
  tone?: PuckTone;
}

const LOOKS: Record<Kind, Look> = {
  earned: { Icon: ArrowInIcon, tone: "in" },
  transfer: { Icon: TransferIcon, tone: "in" },
  ending: { Icon: CalendarIcon, tone: "soon" },
  corrected: { Icon: EditIcon },
  claim: { Icon: ReceiptIcon, tone: "wait" },
  goal: { Icon: FlagIcon, tone: "in" },
  coupon: { Icon: CouponIcon },
  news: { Icon: BellIcon },
  security: { Icon: ShieldIcon, tone: "wait" },
};

interface NotificationRowProps {
  notification: Notification;
  /** Shows the time of the day instead of the day. */
  timed?: boolean;
}

/** A notification with the icon of its kind. Bold and with a dot until seen. A tap opens what it is about. */
export function NotificationRow({ notification, timed = false }: NotificationRowProps) {
  const { t } = useTranslation("notifications");
  const language = useLanguage();
  const { title, body, created, read, kind, opens, picture } = notification;
  const { Icon, tone = "plain" }: Look = kind ? LOOKS[kind] : { Icon: MailIcon };
  return (
    <li className={classes(css.item, !read && css.unread)}>
      <Box to={opens}>
        <Puck tone={tone}>
          <Icon size={20} petal={tone === "plain"} />
        </Puck>
        <div className={css.words}>
          <h3 lang={tongueOf(title, language)}>{localized(title, language)}</h3>
          <p lang={tongueOf(body, language)}>{localized(body, language)}</p>
          {picture && <Picture key={picture} path={picture} />}
        </div>
        <span className={css.when}>
          <time dateTime={created}>{timed ? formatTime(created) : formatDay(created, language)}</time>
          {!read && (
            <i className={css.dot}>
              <span className={text.sr}>{t("unread")}</span>
            </i>
          )}
        </span>
      </Box>
    </li>
  );
}

/** A picture beside the words. Offline, one that the device does not hold leaves no gap. */
function Picture({ path }: { path: string }) {
  const [missing, setMissing] = useState(false);
  if (missing) return null;
  return <img className={css.picture} src={path} alt="" loading="lazy" onError={() => setMissing(true)} />;
}

function Box({ to, children }: { to: string | null | undefined; children: ReactNode }) {
  if (!to) return <div className={css.row}>{children}</div>;
  return (
    <ScreenLink className={css.row} to={to} state={withBack}>
      {children}
    </ScreenLink>
  );
}
