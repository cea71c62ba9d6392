import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatChange, formatDate, formatMonth, formatShortId } from "../../../i18n/format";
import { type LocalizedText, localized, useLanguage } from "../../../i18n/language";
import {
  ArticlesIcon,
  AuditIcon,
  CampaignIcon,
  MembersIcon,
  NumberedListIcon,
  PartnersIcon,
} from "../../../kit/icons/icons-admin";
import { RedeemIcon } from "../../../kit/icons/icons-basic";
import { BellIcon } from "../../../kit/icons/icons-home";
import { CouponIcon, StampIcon, TransferIcon } from "../../../kit/icons/icons-member";
import { goalsQuery } from "../../catalogue/goals/goals";
import { rulesQuery } from "../../catalogue/rules/rules";
import { staffQuery } from "../../control/settings/staff";
import { articles, campaigns, items, partners, type Told } from "../../kit/editor/kinds";
import { formatPhone, fullName } from "../../members/names";
import { segmentsQuery } from "../../members/segments/segments";
import { useTypeName } from "../../money/transactions/transactions";
import { adminPaths, recordPath } from "../../paths";
import { may, type Permission, type Role } from "../../roles";
import { ADMIN } from "../../session";
import { matches, type Result, type ResultGroup } from "./results";

/** A shorter text would match nearly every member. */
const SHORTEST = 2;
const MOST = 4;

interface Source {
  results: Result[];
  loading: boolean;
  failed: boolean;
}

interface Found {
  groups: ResultGroup[];
  loading: boolean;
  failed: boolean;
}

/** Members, transactions, claims, bills, content and staff, as far as the role may read them. */
export function useFoundRecords(q: string, role: Role): Found {
  const wanted = (needs: Permission) => may(role, needs) && [...q].length >= SHORTEST;
  const members = useMembers(q, wanted("readMembers"));
  const transactions = useTransactions(q, wanted("readBooks"));
  const claims = useClaims(q, wanted("readMembers"));
  const content = [
    ...useProgramme(q, wanted("readContent")),
    ...useContent(q, wanted("readContent")),
    useAnnouncements(q, wanted("readContent")),
  ];
  const staff = useStaff(q, wanted("readAccess"));
  const bills = useBills(q, may(role, "readReports"));
  const all = [members, transactions, claims, bills, staff, ...content];
  return {
    groups: [
      { key: "members", results: members.results },
      { key: "transactions", results: transactions.results },
      { key: "claims", results: claims.results },
      { key: "bills", results: bills.results },
      { key: "records", results: content.flatMap(({ results }) => results) },
      { key: "staff", results: staff.results },
    ],
    loading: all.some(({ loading }) => loading),
    failed: all.some(({ failed }) => failed),
  };
}

function sourceOf<R>(query: UseQueryResult<R[]>, wanted: boolean, resultsOf: (row: R) => Result[]): Source {
  if (!wanted) return { results: [], loading: false, failed: false };
  return {
    results: (query.data ?? []).flatMap(resultsOf).slice(0, MOST),
    loading: query.isFetching,
    failed: query.isError,
  };
}

/** Asks the server; the results of the text before stay until the answer comes. */
function useSearch<R>(kind: string, q: string, wanted: boolean, ask: (told: Told) => Promise<R[]>) {
  return useQuery({
    queryKey: [ADMIN, kind, "find", q],
    queryFn: ({ signal }) => ask({ signal, answered: () => {} }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

function useMembers(q: string, wanted: boolean): Source {
  const found = useSearch("members", q, wanted, (told) =>
    call("get", "/api/admin/members", { query: { q, limit: MOST }, ...told }),
  );
  return sourceOf(found, wanted, (member) => [
    {
      title: fullName(member),
      line: [formatShortId(member.shortId), member.email ?? formatPhone(member.phone)].join(" · "),
      to: recordPath(adminPaths.members, member._id),
      Icon: MembersIcon,
    },
  ]);
}

function useTransactions(q: string, wanted: boolean): Source {
  const typeName = useTypeName();
  const language = useLanguage();
  const found = useSearch("transactions", q, wanted, (told) =>
    call("get", "/api/admin/transactions", { query: { q, limit: MOST }, ...told }),
  );
  return sourceOf(found, wanted, ({ _id, type, created, postings, itemSnapshot }) => {
    const ofMember = postings.find(({ account }) => account === "member");
    const name = itemSnapshot ? localized(itemSnapshot.name, language) : "";
    return [
      {
        title: [typeName(type), ofMember ? formatChange(ofMember.points) : ""].join(" ").trim(),
        line: [fullName(ofMember?.member), name, formatDate(created, language)].filter(Boolean).join(" · "),
        to: recordPath(adminPaths.transactions, _id),
        Icon: TransferIcon,
      },
    ];
  });
}

function useClaims(q: string, wanted: boolean): Source {
  const language = useLanguage();
  const found = useSearch("claims", q, wanted, (told) =>
    call("get", "/api/admin/claims", { query: { q, limit: MOST }, ...told }),
  );
  return sourceOf(found, wanted, ({ _id, number, member, partnerName, receipt }) => [
    {
      title: number,
      line: [fullName(member), localized(partnerName, language), receipt].filter(Boolean).join(" · "),
      to: recordPath(adminPaths.claims, _id),
      Icon: CouponIcon,
    },
  ]);
}

/** A bill by its number, alone or after a sign such as #. */
function useBills(q: string, wanted: boolean): Source {
  const { t } = useTranslation("adminFind");
  const language = useLanguage();
  const number = /^#?\s?(\d{1,9})$/.exec(q)?.[1] ?? "";
  const asked = wanted && number !== "";
  const found = useSearch("bills", number, asked, (told) =>
    call("get", "/api/admin/bills/numbered", { query: { number: Number(number) }, ...told }),
  );
  return sourceOf(found, asked, (bill) => [
    {
      title: t("bill", { number: bill.number }),
      line: [localized(bill.name, language), formatMonth(bill.month, language)].join(" · "),
      to: `${recordPath(adminPaths.bills, bill.partnerId)}?month=${bill.month}`,
      Icon: AuditIcon,
    },
  ]);
}

function useAnnouncements(q: string, wanted: boolean): Source {
  const { t } = useTranslation("adminFind");
  const language = useLanguage();
  const found = useSearch("notifications", q, wanted, (told) =>
    call("get", "/api/admin/notifications", { query: { q, limit: MOST }, ...told }),
  );
  return sourceOf(found, wanted, ({ _id, title }) => [
    {
      title: localized(title, language),
      line: t("announcement"),
      to: recordPath(adminPaths.announcements, _id),
      Icon: BellIcon,
    },
  ]);
}

/** Staff by name or address. Their list is short, so the server sends it whole. */
function useStaff(q: string, wanted: boolean): Source {
  const { t } = useTranslation("admin");
  const staff = useQuery({ ...staffQuery(), enabled: wanted, staleTime: 60_000, retry: false });
  return sourceOf(staff, wanted, ({ _id, name, email, role }) =>
    matches(q, name, email)
      ? [
          {
            title: name || email,
            line: [t(`roles.${role}`), email].join(" · "),
            to: `${adminPaths.settings}?tab=staff&person=${encodeURIComponent(_id)}`,
            Icon: MembersIcon,
          },
        ]
      : [],
  );
}

function useContent(q: string, wanted: boolean): Source[] {
  const { t } = useTranslation("admin");
  const language = useLanguage();
  const query = { q, limit: MOST, brief: true };
  const named = (kind: "items" | "partners" | "campaigns" | "articles", Icon: Result["Icon"]) => {
    const line = t(`nav.${kind}`);
    return (id: string, name: LocalizedText): Result[] => [
      { title: localized(name, language), line, to: recordPath(adminPaths[kind], id), Icon },
    ];
  };
  const item = named("items", RedeemIcon);
  const partner = named("partners", PartnersIcon);
  const campaign = named("campaigns", CampaignIcon);
  const article = named("articles", ArticlesIcon);
  const foundItems = useSearch("items", q, wanted, (told) => items.page(query, told));
  const foundPartners = useSearch("partners", q, wanted, (told) => partners.page(query, told));
  const foundCampaigns = useSearch("campaigns", q, wanted, (told) => campaigns.page(query, told));
  const foundArticles = useSearch("articles", q, wanted, (told) => articles.page(query, told));
  return [
    sourceOf(foundItems, wanted, ({ _id, name }) => item(_id, name)),
    sourceOf(foundPartners, wanted, ({ _id, name }) => partner(_id, name)),
    sourceOf(foundCampaigns, wanted, ({ _id, name }) => campaign(_id, name)),
    sourceOf(foundArticles, wanted, ({ _id, title }) => article(_id, title)),
  ];
}

/** Rules, goals and segments: their lists are short, so the server sends each list whole. */
function useProgramme(q: string, wanted: boolean): Source[] {
  const { t } = useTranslation("adminFind");
  const language = useLanguage();
  const rules = useQuery({ ...rulesQuery(), enabled: wanted, retry: false });
  const goals = useQuery({ ...goalsQuery(), enabled: wanted, retry: false });
  const segments = useQuery({ ...segmentsQuery(), enabled: wanted, retry: false });
  const named = (list: string, line: string, Icon: Result["Icon"]) => (id: string, title: string) =>
    matches(q, title) ? [{ title, line, to: recordPath(list, id), Icon }] : [];
  const rule = named(adminPaths.rules, t("rule"), NumberedListIcon);
  const goal = named(adminPaths.goals, t("goal"), StampIcon);
  const segment = named(adminPaths.segments, t("segment"), MembersIcon);
  return [
    sourceOf(rules, wanted, ({ _id, latest }) => rule(_id, localized(latest.rule.name, language))),
    sourceOf(goals, wanted, ({ _id, versions: [newest] }) =>
      newest ? goal(_id, localized(newest.goal.name, language)) : [],
    ),
    sourceOf(segments, wanted, ({ _id, name }) => segment(_id, name)),
  ];
}
