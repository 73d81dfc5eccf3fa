import { useState } from "react";
import { FormFoot, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import type { Order } from "../api";
import { PRICE_MAX, PRICE_MIN } from "../model/book";
import { CONTRACTS_MAX, readWhole } from "../model/order-form";
import { orderName } from "../model/order-words";
import { useWrite } from "./use-write";
import { WriteNote } from "./write-note";

interface AmendDialogProps {
  readonly address: string;
  readonly order: Order;
  readonly onClose: () => void;
}

/** Changes price or remaining contracts of an open order; only what was changed is sent. */
export function AmendDialog({ address, order, onClose }: AmendDialogProps) {
  const [price, setPrice] = useState(String(order.price));
  const [contracts, setContracts] = useState(String(order.remainingContracts));
  const writer = useWrite(address);
  const newPrice = readWhole(price, PRICE_MIN, PRICE_MAX, "The price");
  const newContracts = readWhole(contracts, 1, CONTRACTS_MAX, "Contracts");
  const body = {
    ...(newPrice.value === order.price ? {} : { price: newPrice.value }),
    ...(newContracts.value === order.remainingContracts ? {} : { contracts: newContracts.value }),
  };
  const isSame = Object.keys(body).length === 0;
  const canSend = newPrice.value !== null && newContracts.value !== null && !isSame;
  const isWaiting = writer.state.status === "sending" || writer.state.status === "lost";
  const submit = async () => {
    if (!canSend || isWaiting) return;
    const result = await writer.send(`/predictions/orders/${order.orderId}/amend`, body);
    if (result?.status === "done") onClose();
  };
  return (
    <Sheet
      title={`Amend: ${orderName(order)}`}
      open
      from="center"
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <form
        className={form["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={`Price of ${order.side.toUpperCase()}`}
          value={price}
          onChange={setPrice}
          error={newPrice.error}
          isDisabled={isWaiting}
          unit="of 100"
          takesFocus
        />
        <TextField
          label="Remaining contracts"
          value={contracts}
          onChange={setContracts}
          error={newContracts.error}
          isDisabled={isWaiting}
          unit={order.side.toUpperCase()}
        />
        <p className={form["hint"]}>
          Fewer contracts keep their place in the queue. Any other change moves the order to its
          end, and it may fill at once.
        </p>
        <WriteNote
          writer={writer}
          what="The change"
          onAnswer={(result) => (result?.status === "done" ? onClose() : undefined)}
        />
        <FormFoot
          action={isSame ? "No changes" : "Change order"}
          isBusy={writer.isBusy}
          progress="Sending…"
          problem={null}
        />
      </form>
    </Sheet>
  );
}
