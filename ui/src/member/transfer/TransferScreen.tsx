import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { isFinal } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import { cameFrom } from "../../kit/screen/cameFrom";
import { paths, withBack, withoutBar } from "../../shared/paths";
import { EntryStep } from "./EntryStep";
import { isOnItsWay, keyTo } from "./pendingTransfers";
import { ReviewStep } from "./ReviewStep";
import { SentStep } from "./SentStep";
import {
  type Draft,
  EMPTY,
  failureOf,
  keepDraft,
  keptDraft,
  keptReceipt,
  type Order,
  orderOf,
  proofFor,
  send,
} from "./transfer";

type Step = "entry" | "review" | "sent";

/** The step is in the history state, so that going back from the review leads to the form. */
function stepIn(state: unknown): Step {
  if (typeof state !== "object" || state === null || !("step" in state)) return "entry";
  return state.step === "review" || state.step === "sent" ? state.step : "entry";
}

/** Returns whether the receipt replaced the review, so that the form is one step back. */
const overReview = (state: unknown) =>
  typeof state === "object" && state !== null && "over" in state && state.over === "review";

export function TransferScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const step = stepIn(state);
  const from = cameFrom(state);
  const [draft, setDraft] = useState(keptDraft);
  const [receipt, setReceipt] = useState(keptReceipt);
  const reviewed = useRef(false);
  const now = useRef(step);
  now.current = step;
  // The idempotency key of the review that is open or was last.
  const key = useRef<string>(undefined);
  // In this component, not in the review: the response must arrive even if the member goes back.
  const transfer = useMutation({
    mutationFn: ({ order, password }: { order: Order; password?: string | undefined }) =>
      send(order, key.current, password),
  });
  const [proof, setProof] = useState<"needed" | "wrong">();

  const change = (next: Draft) => {
    keepDraft(next);
    setDraft(next);
  };
  const order = orderOf(draft);
  const confirm = (order: Order, password?: string) => {
    key.current ??= keyTo(order);
    transfer.mutate(
      { order, password },
      {
        onSuccess: (sent) => {
          setProof(undefined);
          reviewed.current = false;
          change(EMPTY);
          setReceipt(sent);
          // After a review the form is between here and Points, unless the member went back to it.
          const past = now.current === "review" ? { from, over: "review" } : {};
          navigate(paths.transfer, { replace: true, state: { ...withoutBar, step: "sent", ...past } });
        },
        onError: (error) => {
          const wanted = proofFor(error);
          setProof(wanted);
          // The refusal is final: the next confirmation is a new attempt.
          if (!wanted && error instanceof ApiProblem && isFinal(error.status)) key.current = undefined;
        },
      },
    );
  };
  // A member who left during the transfer and comes back before the response sees its result as usual.
  const start = useRef(confirm);
  useEffect(() => {
    const left = orderOf(keptDraft());
    if (left && isOnItsWay(left)) start.current(left);
  }, []);

  if (step === "sent" && receipt) {
    return (
      <SentStep
        receipt={receipt}
        // Skips the form, which is empty now: going back from Points must not lead to it.
        onDone={() => void (from === paths.points ? navigate(-2) : navigate(paths.points, { replace: true }))}
        onMore={() =>
          overReview(state) ? navigate(-1) : navigate(paths.transfer, { replace: true, state: withBack })
        }
      />
    );
  }
  if (step === "review" && order) {
    return (
      <ReviewStep
        order={order}
        sending={transfer.isPending}
        failure={transfer.error ? failureOf(transfer.error) : undefined}
        onEdit={() => navigate(-1)}
        onConfirm={() => confirm(order)}
        proof={proof}
        onProof={(password) => confirm(order, password)}
        onUnproven={() => setProof(undefined)}
      />
    );
  }
  return (
    <EntryStep
      draft={draft}
      onChange={change}
      returned={reviewed.current}
      onReview={(order) => {
        reviewed.current = true;
        // A running transfer continues and ends with its receipt.
        if (!transfer.isPending) {
          transfer.reset();
          setProof(undefined);
          key.current = keyTo(order);
        }
        navigate(paths.transfer, { state: { ...withBack, step: "review", from } });
      }}
    />
  );
}
