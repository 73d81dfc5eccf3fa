/** The parts of the ticket that load after its first picture, as one chunk. */
export { TicketPreview } from "../../ticket/ticket-preview";
export { BracketFields } from "./bracket-fields";
export { ModeLine } from "./mode-line";
export { WaitingTicket } from "./waiting-ticket";
