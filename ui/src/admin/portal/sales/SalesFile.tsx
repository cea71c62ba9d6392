import { CsvLink } from "../../kit/FileLink";
import { type SalesAsked, salesAsked } from "../portal";

interface SalesFileProps {
  asked: SalesAsked;
  by: "outlet" | "cashier" | "hour" | "day";
  /** The name of the list. */
  of: string;
}

/** Downloads one list of the sales as CSV. */
export function SalesFile({ asked, by, of }: SalesFileProps) {
  return <CsvLink path="/api/merchant/sales" query={{ ...salesAsked(asked), by }} of={of} />;
}
