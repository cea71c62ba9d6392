import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { AdminPage } from "../../kit/AdminPage";
import { allOf, type Partner, partners } from "../../kit/editor/kinds";
import { usePick } from "../../kit/editor/usePick";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { AnyOf, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, newPath } from "../../paths";
import { useMay } from "../../session";
import { type Outlet, outletsQuery } from "../outlets/outlets";
import { ChosenRules } from "./ChosenRules";
import { MemberFilter } from "./MemberFilter";
import { MoveHandle } from "./MoveHandle";
import { NotForMember } from "./NotForMember";
import { OrderNote } from "./OrderNote";
import { RulesSum } from "./RulesSum";
import { ofMemberQuery, presentOf, type Rule, type RuleContent, type RuleState, rulesQuery } from "./rules";
import { TryBillDialog } from "./TryBillDialog";
import { useMoving } from "./useMoving";
import { useOrder } from "./useOrder";
import { useRuleColumns } from "./useRuleColumns";
import { useRuleMenus } from "./useRuleMenus";

const STATES: readonly RuleState[] = ["on", "scheduled", "draft", "off", "ended", "spent"];

const FILTERS = ["state", "partner", "member"];

/** The earning rules in the order in which the till reads them, with what each gave and has left. */
export function RulesScreen() {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const { get, change } = useAddress();
  const mayChange = useMay("runProgramme");
  const [trying, setTrying] = useState(false);
  const query = useQuery(rulesQuery());
  const q = get("q").toLowerCase();
  const state = STATES.find((one) => one === get("state"));
  const language = useLanguage();
  const known = useQuery(allOf(partners)).data ?? [];
  const partner = known.find(({ _id }) => _id === get("partner"));
  const outlets = useQuery({ ...outletsQuery(partner?._id ?? ""), enabled: partner !== undefined }).data;
  const order = useOrder(query.data);
  const place = new Map(order.order.map((id, at) => [id, at]));
  const inOrder = (one: Rule, other: Rule) => (place.get(one._id) ?? 0) - (place.get(other._id) ?? 0);
  const mayRead = useMay("readMembers");
  const member = mayRead ? get("member") : "";
  const touches = useQuery(ofMemberQuery(member));
  const kept = new Map(touches.data?.map(({ rule, obstacles }) => [rule, obstacles]));
  const found = query.data
    ?.filter((rule) => !state || rule.state === state)
    .filter((rule) => !partner || appliesAt(presentOf(rule).rule, partner, outlets))
    .filter((rule) => Object.values(presentOf(rule).rule.name).some((name) => name.toLowerCase().includes(q)))
    .sort(inOrder);
  // Until it is known which rules touch the member, none is shown.
  const shown = member ? found?.filter(({ _id }) => kept.get(_id)?.length === 0) : found;
  const view = `${q}\n${state}\n${partner?._id}\n${member}`;
  const menus = useRuleMenus();
  const ruleColumns = useRuleColumns(menus.menu);
  const pages = useLocalPages<Rule>(
    view,
    {
      ...(member && !touches.data ? touches : query),
      data: member && !touches.data ? undefined : shown,
    },
    { columns: ruleColumns },
  );
  // The order of rules can be changed only while the list is sorted by that order.
  const mayMove = mayChange && pages.sorting.chosen.value === "";
  const [picked, setPicked] = useState<{ view: string; ids: ReadonlySet<string> }>();
  const ids = picked?.view === view ? picked.ids : new Set<string>();
  const onPick = (next: ReadonlySet<string>) => setPicked({ view, ids: next });
  const nameOf = (rule: Rule) => localized(presentOf(rule).rule.name, language);
  const pick = usePick({ ids, rows: pages.rows ?? [], nameOf, onPick });
  const chosen = (query.data ?? []).filter(({ _id }) => ids.has(_id)).sort(inOrder);
  const nameById = (id: string) => {
    const rule = query.data?.find(({ _id }) => _id === id);
    return rule ? nameOf(rule) : id;
  };
  const moving = useMoving({
    order,
    shown: (shown ?? []).map(({ _id }) => _id),
    nameOf: nameById,
    turnTo: pages.turnTo,
    enabled: mayMove,
  });
  const grip = {
    key: "order",
    head: t("order.title"),
    hidden: true,
    cell: (row: Rule) => (
      <MoveHandle
        id={row._id}
        name={nameOf(row)}
        dragged={moving.dragged === row._id}
        onDrag={moving.drag}
        onStep={moving.step}
      />
    ),
  };
  const columns = [...(mayMove ? [grip] : []), pick, ...ruleColumns];
  const on = query.data?.filter((rule) => rule.state === "on").length ?? 0;
  const add = mayChange && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(adminPaths.rules)}>
      {t("add")}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={t("title")}
      line={query.data && t("line", { count: on })}
      extra={
        <>
          <CsvLink path="/api/admin/earning-rules" />
          {mayChange && query.data?.some(({ state }) => state === "on" || state === "scheduled") && (
            <Button kind="quiet" small onClick={() => setTrying(true)}>
              {t("tryBill.open")}
            </Button>
          )}
        </>
      }
      actions={add}
    >
      <OrderNote order={order} told={moving.told} />
      <RecordList
        filters={FILTERS}
        tools={
          <>
            <SearchBox label={t("search")} value={get("q")} onSearch={(text) => change({ q: text })} />
            <AnyOf
              label={content("state")}
              any={content("states.all")}
              of={STATES}
              word={(one) => t(`states.${one}`)}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
            <AnyOf
              label={t("partner")}
              any={t("form.everyPartner")}
              of={known.map(({ _id }) => _id)}
              word={(id) => {
                const found = known.find(({ _id }) => _id === id);
                return found ? localized(found.name, language) : id;
              }}
              value={partner?._id}
              onChoose={(value) => change({ partner: value })}
            />
            {mayRead && <MemberFilter id={member} onChoose={(id) => change({ member: id })} />}
          </>
        }
        label={t("title")}
        pages={pages}
        columns={columns}
        picked={ids}
        failed={t("failed")}
        empty={
          q || state || partner || member
            ? { picture: <EmptySearch />, title: content("none.title"), text: content("none.text") }
            : { title: t("empty.title"), text: t("empty.text"), action: add }
        }
      />
      {member && touches.data && (
        <NotForMember rules={(found ?? []).filter(({ _id }) => kept.get(_id)?.length !== 0)} why={kept} />
      )}
      {query.data && query.data.length > 0 && <RulesSum of={query.data} />}
      {chosen.length > 0 && <ChosenRules chosen={chosen} onKeep={onPick} />}
      {menus.dialogs}
      {trying && <TryBillDialog onClose={() => setTrying(false)} />}
    </AdminPage>
  );
}

/**
 * Returns whether a purchase at a partner can meet a rule: each of the rule's lists of partners, types and
 * outlets is empty or fits. Until the outlets of the partner are known, any outlet fits.
 */
function appliesAt(
  { partners: named = [], partnerTypes = [], outlets = [] }: RuleContent,
  { _id, type }: Partner,
  own: readonly Outlet[] | undefined,
) {
  return (
    (named.length === 0 || named.includes(_id)) &&
    (partnerTypes.length === 0 || (type !== undefined && partnerTypes.includes(type))) &&
    (outlets.length === 0 || own === undefined || own.some((outlet) => outlets.includes(outlet._id)))
  );
}
