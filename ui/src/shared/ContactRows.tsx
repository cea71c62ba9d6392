import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../api/programme";
import { queryClient } from "../api/queries";
import { classes } from "../kit/classes";
import { HelpIcon, MailIcon, OpenIcon, PhoneIcon } from "../kit/icons/icons-member";
import { RowAnchor } from "../kit/screen/Row";
import layout from "../kit/styles/layout.module.css";
import css from "./ContactRows.module.css";
import { paths } from "./paths";

/** The contacts of the programme. Renders nothing if the settings have none. */
export function ContactRows() {
  const { t } = useTranslation("profile");
  // The client is passed explicitly: the crash page is rendered outside the query provider.
  const { data } = useQuery(programmeQuery(), queryClient);
  const contact = data?.contact;
  const [email, phone, web] = [contact?.email, contact?.phone, contact?.web];
  if (!email && !phone && !web) return null;
  return (
    <section className={classes(layout.card, layout.rows, css.ways)} aria-label={t("contact.title")}>
      {email && (
        <RowAnchor
          icon={<MailIcon size={22} />}
          title={t("contact.email")}
          line={email}
          href={`mailto:${email}`}
        />
      )}
      {phone && (
        <RowAnchor
          icon={<PhoneIcon size={22} />}
          title={t("contact.phone")}
          line={phone}
          href={`tel:${phone.replace(/[^0-9+]/g, "")}`}
        />
      )}
      {web && (
        <RowAnchor
          icon={<OpenIcon size={22} />}
          title={t("contact.web")}
          line={web.replace(/^https:\/\//, "")}
          href={web}
        />
      )}
      <RowAnchor icon={<HelpIcon size={22} />} title={t("help")} href={paths.help} />
    </section>
  );
}
