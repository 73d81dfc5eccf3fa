import { useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { formatDrawn } from "@/domain/format";
import type { Market } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import type { PriceCanvas } from "../../chart/price-canvas";
import { Layer, tokenColor } from "../../chart/tools/layer";
import css from "../../chart/tools/tools.module.css";
import { buildAmendOrder } from "../commands";
import { canMove, drawnPrice, lineLabel, linesOf, type Move, moveTo } from "../model/order-line";
import { orderName } from "../model/order-words";
import type { WaitingOrder } from "../model/waiting-order";
import { useOrderCommand } from "../use-order-command";
import { useOrders } from "../use-orders";
import { type Draft, useLineDrag } from "./use-line-drag";

interface OrderLinesProps {
  readonly canvas: PriceCanvas;
  readonly market: Market;
}

/**
 * The account's open orders as lines on the chart, which a pointer drags to another price. For keys
 * the table of orders does the same.
 */
export function OrderLines({ canvas, market }: OrderLinesProps) {
  const { address, orders } = useOrders();
  const shown = useMemo(() => linesOf(orders, market.marketId), [orders, market.marketId]);
  const drag = useLineDrag(canvas);
  const { draft } = drag;
  const moved = draft === null ? undefined : shown.find(({ id }) => id === draft.id);
  const elements = useRef(new Map<number, HTMLElement>());
  useDrawn(canvas, shown, draft, elements.current);
  const target = draft?.isDropped && moved ? moveTo(moved, draft.price) : null;
  // Applied, back where it was, or gone: there is nothing to ask any more.
  const isOver = draft?.isDropped === true && target === null;
  const { cancel } = drag;
  useEffect(() => {
    if (isOver) cancel();
  }, [isOver, cancel]);
  const unit = areaUnit(market.metric);
  if (shown.length === 0 || address === null) return null;
  return createPortal(
    <>
      {shown.map((order) => (
        <div
          key={order.id}
          ref={(element) => {
            if (element) elements.current.set(order.id, element);
            else elements.current.delete(order.id);
          }}
          className={css["order"]}
          data-order={order.id}
          data-moves={canMove(order)}
          aria-hidden="true"
          title={canMove(order) ? "Drag to another price" : undefined}
          onPointerDown={(event) => canMove(order) && drag.start(order.id, event)}
          onPointerMove={drag.move}
          onPointerUp={drag.drop}
          onPointerCancel={cancel}
        >
          <span className={`${css["chip"]} ${order.side === "long" ? "up" : "down"}`}>
            {lineLabel(order, unit)}
          </span>
        </div>
      ))}
      {draft && moved && target ? (
        <Confirm
          key={`${draft.id} ${draft.price}`}
          address={address}
          order={moved}
          market={market}
          move={target}
          y={canvas.yOf(draft.price) ?? 0}
          onEnd={cancel}
        />
      ) : null}
    </>,
    // Beside the chart, which is a picture and holds no controls.
    canvas.box.parentElement ?? canvas.box,
  );
}

/** Draws the lines, keeps their strips on them, and writes their prices on the axis. */
function useDrawn(
  canvas: PriceCanvas,
  shown: readonly WaitingOrder[],
  draft: Draft | null,
  elements: ReadonlyMap<number, HTMLElement>,
): void {
  const state = useRef({ shown, draft });
  state.current = { shown, draft };
  const layer = useRef<Layer | null>(null);
  const hasLines = shown.length > 0;
  useEffect(() => {
    if (!hasLines) return undefined;
    const made = new Layer((context, width, height) => {
      for (const order of state.current.shown) {
        const y = canvas.yOf(priceOf(order, state.current.draft));
        const element = elements.get(order.id);
        const isIn = y !== null && y >= 0 && y <= height;
        if (element) {
          element.style.visibility = isIn ? "visible" : "hidden";
          element.style.width = `${width}px`;
          element.style.transform = `translateY(${y ?? 0}px)`;
        }
        if (!isIn) continue;
        context.beginPath();
        context.strokeStyle = tokenColor(order.side === "long" ? "up" : "down");
        context.lineWidth = order.id === state.current.draft?.id ? 2 : 1;
        context.setLineDash(order.id === state.current.draft?.id ? [] : [6, 4]);
        context.moveTo(0, Math.round(y) + 0.5);
        context.lineTo(width, Math.round(y) + 0.5);
        context.stroke();
        context.setLineDash([]);
      }
    });
    layer.current = made;
    canvas.addLayer(made);
    return () => {
      canvas.removeLayer(made);
      canvas.setAxisLabels([], []);
    };
  }, [canvas, hasLines, elements]);

  useEffect(() => {
    if (!hasLines) return;
    canvas.setAxisLabels(
      shown.map((order) => {
        const value = priceOf(order, draft);
        const color = order.side === "long" ? "up" : "down";
        return { id: `order:${order.id}`, value, text: formatDrawn(value), color, look: "plain" };
      }),
      // Not where a line is dragged to: the axis must not move under the pointer.
      shown.map(drawnPrice),
    );
    layer.current?.repaint();
  }, [canvas, shown, draft, hasLines]);
}

const priceOf = (order: WaitingOrder, draft: Draft | null) =>
  draft?.id === order.id ? draft.price : drawnPrice(order);

interface ConfirmProps {
  readonly address: string;
  readonly order: WaitingOrder;
  readonly market: Market;
  readonly move: Move;
  readonly y: number;
  readonly onEnd: () => void;
}

const HEIGHT = 96;

/** Asks before the order is amended; where it is refused, says why. */
function Confirm({ address, order, market, move, y, onEnd }: ConfirmProps) {
  const command = useOrderCommand();
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector<HTMLElement>("button:enabled")?.focus(), []);
  const problem = move.problem ?? command.problem;
  const send = async () => {
    const label = `Amend ${orderName(order).toLowerCase()} ${market.symbol}`;
    const build = () => buildAmendOrder(address, order, move.change);
    if (await command.run("move", build, label)) onEnd();
  };
  return (
    <div
      ref={first}
      className={css["confirm"]}
      role="dialog"
      aria-label="Move the order"
      style={{ top: Math.max(4, y > HEIGHT ? y - HEIGHT : y + 16) }}
    >
      <span>{move.words}</span>
      {problem === null ? null : (
        <span role="alert" className="down">
          {problem}
        </span>
      )}
      <span>
        <Button
          size="small"
          look="accent"
          disabled={command.isBusy || move.problem !== null}
          onClick={() => void send()}
        >
          {command.busy === null ? "Move" : "Moving…"}
        </Button>{" "}
        <Button size="small" disabled={command.busy !== null} onClick={onEnd}>
          Keep as it is
        </Button>
      </span>
    </div>
  );
}
