import { untilIdle } from "@/state/idle";
import { Loading } from "@/ui/page/panel";
import { part } from "../lazy-panel";
import type { BracketFieldsProps } from "../orders/ticket/bracket-fields";
import type { ModeLineProps } from "../orders/ticket/mode-line";
import type { WaitingTicketProps } from "../orders/ticket/waiting-ticket";
import type { TicketPreviewProps } from "./ticket-preview";

/** What the ticket has beyond its first picture: one chunk, which idle parts ask for in time. */
const loadMore = () => import("../orders/ticket/more-ticket");
const loadIdle = () => untilIdle().then(loadMore);
export const TicketPreview = part<TicketPreviewProps>(
  async () => (await loadMore()).TicketPreview,
  null,
);
export const BracketFields = part<BracketFieldsProps>(
  async () => (await loadIdle()).BracketFields,
  null,
);
export const ModeLine = part<ModeLineProps>(async () => (await loadIdle()).ModeLine, null);
export const WaitingTicket = part<WaitingTicketProps>(
  async () => (await loadMore()).WaitingTicket,
  <Loading label="the order" lines={8} />,
);
