/** Draws a share card on a canvas, in the colors and fonts of the page. */
import { FACTS_MAX, type ShareCard, type Tone } from "./card";

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const EDGE = 72;
const INNER = CARD_WIDTH - 2 * EDGE;

type Context = Pick<
  CanvasRenderingContext2D,
  | "arc"
  | "beginPath"
  | "fill"
  | "fillRect"
  | "fillStyle"
  | "fillText"
  | "font"
  | "lineCap"
  | "lineJoin"
  | "lineTo"
  | "lineWidth"
  | "measureText"
  | "moveTo"
  | "roundRect"
  | "stroke"
  | "strokeStyle"
  | "textAlign"
  | "textBaseline"
>;

export interface CardLook {
  readonly background: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly tones: Readonly<Record<Tone, string>>;
  readonly fontText: string;
  readonly fontFigures: string;
}

/** The look of the theme that is shown. */
export function readLook(): CardLook {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: of("--surface-1"),
    line: of("--line"),
    text: of("--text-1"),
    quiet: of("--text-3"),
    accent: of("--accent"),
    tones: { up: of("--up"), down: of("--down"), plain: of("--text-1") },
    fontText: of("--font-text"),
    fontFigures: of("--font-figures"),
  };
}

interface Style {
  readonly size: number;
  readonly weight: number;
  readonly color: string;
  readonly family: string;
}

/** The size at which a text fits a width: as asked, or smaller; at least a third of it. */
export function fittingSize(size: number, textWidth: number, width: number): number {
  if (textWidth <= width) return size;
  return Math.max(Math.ceil(size / 3), Math.floor((size * width) / textWidth));
}

/** Returns the width that the text has taken. */
function write(context: Context, text: string, x: number, y: number, width: number, style: Style) {
  const { size, weight, color, family } = style;
  context.font = `${weight} ${size}px ${family}`;
  const fits = fittingSize(size, context.measureText(text).width, width);
  context.font = `${weight} ${fits}px ${family}`;
  context.fillStyle = color;
  context.fillText(text, x, y, width);
  return Math.min(width, context.measureText(text).width);
}

/** The mark of the app, 56 pixels high. */
function drawBrand(context: Context, look: CardLook): void {
  const at = (x: number, y: number) => [EDGE + x * 1.75, EDGE - 8 + y * 1.75] as const;
  context.strokeStyle = look.accent;
  context.lineWidth = 5;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.beginPath();
  context.moveTo(...at(4, 25));
  for (const [x, y] of [
    [12.5, 7],
    [17.9, 18],
    [21.1, 12.4],
    [28, 25],
  ] as const) {
    context.lineTo(...at(x, y));
  }
  context.stroke();
  context.fillStyle = look.tones.up;
  context.beginPath();
  context.arc(...at(12.5, 7), 5.5, 0, 2 * Math.PI);
  context.fill();
  const name = { size: 40, weight: 700, color: look.text, family: look.fontText };
  write(context, "Acre", EDGE + 72, EDGE + 34, 200, name);
}

function drawTitle(context: Context, card: ShareCard, look: CardLook): void {
  const { title, badge } = card;
  const family = look.fontText;
  const room = badge === null ? INNER : INNER - 260;
  const style = { size: 54, weight: 650, color: look.text, family };
  const width = write(context, title, EDGE, 222, room, style);
  if (badge === null) return;
  const color = look.tones[badge.tone];
  const label = { size: 28, weight: 700, color, family };
  context.font = `700 28px ${family}`;
  const inner = Math.min(212, context.measureText(badge.text).width);
  context.strokeStyle = color;
  context.lineWidth = 3;
  context.beginPath();
  context.roundRect(EDGE + width + 24, 178, inner + 32, 52, 12);
  context.stroke();
  write(context, badge.text, EDGE + width + 40, 214, inner, label);
}

function drawFacts(context: Context, card: ShareCard, look: CardLook): void {
  const shown = card.facts.slice(0, FACTS_MAX);
  const width = INNER / Math.max(shown.length, 3);
  context.fillStyle = look.line;
  context.fillRect(EDGE, 448, INNER, 2);
  shown.forEach(({ label, text }, at) => {
    const x = EDGE + at * width;
    const quiet = { size: 26, weight: 500, color: look.quiet, family: look.fontText };
    const value = { size: 38, weight: 600, color: look.text, family: look.fontFigures };
    write(context, label, x, 506, width - 24, quiet);
    write(context, text, x, 558, width - 24, value);
  });
}

/** Draws the card; `host` names the site at the lower edge. */
export function drawCard(context: Context, card: ShareCard, look: CardLook, host: string): void {
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillStyle = look.background;
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  const { tone } = card.figure;
  context.fillStyle = tone === "plain" ? look.accent : look.tones[tone];
  context.fillRect(0, 0, 12, CARD_HEIGHT);
  drawBrand(context, look);
  drawTitle(context, card, look);
  const quiet = { size: 28, weight: 500, color: look.quiet, family: look.fontText };
  write(context, card.figure.label, EDGE, 290, INNER, quiet);
  const figure = { weight: 700, color: look.tones[card.figure.tone], family: look.fontFigures };
  write(context, card.figure.text, EDGE, 404, INNER, { size: 108, ...figure });
  drawFacts(context, card, look);
  context.textAlign = "right";
  write(context, card.note, CARD_WIDTH - EDGE, EDGE + 32, 640, quiet);
  write(context, host, CARD_WIDTH - EDGE, CARD_HEIGHT - 28, 640, { ...quiet, size: 22 });
}
