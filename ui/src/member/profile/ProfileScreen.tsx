import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBalance } from "../../api/balance";
import { type UserInfo, userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import type { components } from "../../api/schema";
import { useLanguage } from "../../i18n/language";
import { IconLink } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import {
  CalendarIcon,
  CouponIcon,
  EditIcon,
  GuideIcon,
  HelpIcon,
  LeafIcon,
  LogOutIcon,
  MailIcon,
  PhoneIcon,
  ShieldIcon,
  SlidersIcon,
  StampIcon,
} from "../../kit/icons/icons-member";
import { Loaded } from "../../kit/loading/States";
import { Avatar } from "../../kit/screen/Avatar";
import { BreakableText } from "../../kit/screen/BreakableText";
import { Badge, FailedNote } from "../../kit/screen/Paper";
import { RowButton, RowLink } from "../../kit/screen/Row";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { scrollIntoSight } from "../../kit/screen/scrollIntoSight";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { birthdayText } from "../../shared/birthday";
import { logOut } from "../../shared/logOut";
import { paths, withBack } from "../../shared/paths";
import { fullName, phoneText } from "./account";
import { CounterCodeRow } from "./CounterCodeRow";
import { IdCard } from "./IdCard";
import { InviteRow } from "./InviteRow";
import css from "./ProfileScreen.module.css";
import { ProfileSkeleton } from "./ProfileSkeleton";
import { useArrival } from "./useArrival";
import { WalletPassButtons } from "./WalletPassButtons";

/** The member's details, and links to edit, settings and the other screens of the account. */
export function ProfileScreen() {
  const { t } = useTranslation("profile");
  const user = useQuery(userQuery());
  const programme = useQuery(programmeQuery());
  useArrival();
  return (
    <Screen title={t("title")} header="none">
      <Loaded of={user} skeleton={<ProfileSkeleton />} failed={t("failed")}>
        {(member) => <Profile member={member} />}
      </Loaded>
      {/* Waits until the card above has its height and the rows are known, so that nothing shifts. */}
      {user.isError && <Ways member={user.data} />}
      {user.isSuccess && !programme.isPending && <Ways member={user.data} has={programme.data} />}
    </Screen>
  );
}

function Profile({ member }: { member: UserInfo }) {
  const { t } = useTranslation("profile");
  const language = useLanguage();
  const points = useBalance() ?? member.points;
  return (
    <>
      <header className={css.header}>
        <ScreenLink
          className={css.face}
          aria-label={t("picture")}
          to={paths.face}
          state={{ ...withBack, from: paths.profile }}
        >
          <Avatar size={92} face={member.face} initials={member.initials} />
          <i>
            <EditIcon size={18} />
          </i>
        </ScreenLink>
        <div className={css.name}>
          <h1 className={text.t2}>
            <bdi>{fullName(member)}</bdi>
          </h1>
          <Badge tone="leaf" dot={false}>
            {member.role === "member" ? t("roleMember") : member.role}
          </Badge>
        </div>
        <IconLink kind="set" label={t("edit")} to={paths.edit} state={{ ...withBack, from: paths.profile }}>
          <EditIcon petal />
        </IconLink>
      </header>
      <IdCard shortId={member.shortId} />
      <ScreenLink className={css.points} to={paths.points} state={withBack}>
        <span>{t("points")}</span>
        <span className={css.number}>
          <StencilNumber value={points} height={points >= 1_000_000 ? 20 : 26} pollen />
          <ChevronIcon size={22} />
        </span>
      </ScreenLink>
      <dl className={classes(layout.card, css.contacts)}>
        <Contact icon={<MailIcon size={22} />} name={t("email")} value={member.email} />
        <Contact
          icon={<PhoneIcon size={22} />}
          name={t("phone")}
          value={member.phone && phoneText(member.phone)}
        />
        <Contact
          icon={<CalendarIcon size={22} />}
          name={t("birthday")}
          value={member.birthday && birthdayText(member.birthday, language)}
        />
      </dl>
    </>
  );
}

/** One fact of the member, or the way to add it. */
function Contact({ icon, name, value }: { icon: ReactNode; name: string; value: string | null | undefined }) {
  const { t } = useTranslation("profile");
  return (
    <div className={css.contact}>
      {icon}
      <dt className={classes(text.t5, text.faint)}>{name}</dt>
      <dd className={text.tnum}>
        {value ? (
          <BreakableText text={value} />
        ) : (
          <ScreenLink className={text.link} to={paths.edit} state={{ ...withBack, from: paths.profile }}>
            {t("add")}
            <span className={text.sr}> {name}</span>
          </ScreenLink>
        )}
      </dd>
    </div>
  );
}

interface WaysProps {
  member: UserInfo | undefined;
  /** The features of the programme. */
  has?:
    | Pick<components["schemas"]["ProgrammeConfig"], "carbon" | "goals" | "counterCodes" | "walletPasses">
    | undefined;
}

function Ways({ member, has }: WaysProps) {
  const { t } = useTranslation("profile");
  const [trouble, setTrouble] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    if (leaving) return;
    setTrouble(false);
    setLeaving(true);
    await logOut().catch(() => {
      setTrouble(true);
      setLeaving(false);
    });
  };
  return (
    <>
      <nav className={classes(layout.card, layout.rows, css.ways)} aria-label={t("more")}>
        {member && has?.counterCodes && <CounterCodeRow shortId={member.shortId} />}
        {member && <InviteRow member={member} />}
        {has?.goals && (
          <RowLink
            icon={<StampIcon size={22} petal />}
            title={t("goals")}
            to={paths.goals}
            state={withBack}
          />
        )}
        {has?.carbon && (
          <RowLink icon={<LeafIcon size={22} petal />} title={t("tree")} to={paths.carbon} state={withBack} />
        )}
        <RowLink
          icon={<CouponIcon size={22} petal />}
          title={t("rewards")}
          to={paths.rewards}
          state={withBack}
        />
        <RowLink
          icon={<SlidersIcon size={22} petal />}
          title={t("settings")}
          to={paths.settings}
          state={withBack}
        />
        <RowLink icon={<HelpIcon size={22} />} title={t("help")} to={paths.help} state={withBack} />
        <RowLink icon={<GuideIcon size={22} petal />} title={t("guide")} to={paths.guide} state={withBack} />
        <RowLink
          icon={<ShieldIcon size={22} petal />}
          title={t("terms")}
          to={paths.privacy}
          state={withBack}
        />
        <RowButton
          icon={<LogOutIcon size={22} petal />}
          title={leaving ? t("loggingOut") : t("logOut")}
          onClick={leave}
        />
      </nav>
      {/* Where codes change, the buttons stand below the one that earns only. */}
      {member && has && !has.counterCodes && has.walletPasses?.length > 0 && <WalletPassButtons />}
      {trouble && (
        <div className={css.trouble} ref={scrollIntoSight}>
          <FailedNote>{t("logOutFailed")}</FailedNote>
        </div>
      )}
    </>
  );
}
