import { Copy, Download, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CheckField } from "@/ui/form/form";
import { Sheet } from "@/ui/page/sheet";
import { Button } from "../button";
import { fileName, type ShareCard } from "./card";
import { CARD_HEIGHT, CARD_WIDTH, drawCard, readLook } from "./draw-card";
import css from "./share-dialog.module.css";

interface ShareDialogProps {
  /** Without amounts of money. */
  readonly card: ShareCard;
  /** The same with amounts, which are shown only where the person asks for them. */
  readonly withAmounts?: ShareCard | undefined;
  readonly onClose: () => void;
}

/** A picture of a position, result or question, made in the browser: to download, copy or share. */
export function ShareDialog({ card: plain, withAmounts, onClose }: ShareDialogProps) {
  const [hasAmounts, setHasAmounts] = useState(false);
  const card = hasAmounts && withAmounts ? withAmounts : plain;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    let isShown = true;
    const draw = () => {
      const context = canvas.current?.getContext("2d");
      if (isShown && context) drawCard(context, card, readLook(), window.location.host);
    };
    draw();
    // The fonts may still be loading.
    void document.fonts?.ready.then(draw);
    return () => {
      isShown = false;
    };
  }, [card]);

  const act = (run: (image: File) => Promise<string>) => async () => {
    const image = canvas.current === null ? null : await toFile(canvas.current, fileName(card));
    setSaid(image === null ? "The image could not be made." : await run(image));
  };
  return (
    <Sheet title="Share" from="center" open onOpenChange={(open) => !open && onClose()}>
      <div className={css["body"]}>
        <canvas
          ref={canvas}
          className={css["card"]}
          width={CARD_WIDTH}
          height={CARD_HEIGHT}
          role="img"
          aria-label={altText(card)}
        />
        {withAmounts ? (
          <CheckField label="Show amounts" isChecked={hasAmounts} onChange={setHasAmounts} />
        ) : null}
        <div className={css["actions"]}>
          <Button look="accent" onClick={act(download)}>
            <Download size={14} aria-hidden="true" /> Download
          </Button>
          {canCopy() ? (
            <Button onClick={act(copy)}>
              <Copy size={14} aria-hidden="true" /> Copy image
            </Button>
          ) : null}
          {canShare() ? (
            <Button onClick={act(share)}>
              <Share2 size={14} aria-hidden="true" /> Share…
            </Button>
          ) : null}
        </div>
        <p className="quiet" role="status">
          {said}
        </p>
      </div>
    </Sheet>
  );
}

/** The card as text, for screen readers. */
function altText({ title, badge, figure, facts }: ShareCard): string {
  const parts = facts.map(({ label, text }) => `${label} ${text}`);
  return [title, badge?.text, `${figure.label} ${figure.text}`, ...parts]
    .filter(Boolean)
    .join(", ");
}

function toFile(canvas: HTMLCanvasElement, name: string): Promise<File | null> {
  return new Promise((done) => {
    canvas.toBlob((blob) => {
      done(blob === null ? null : new File([blob], name, { type: "image/png" }));
    }, "image/png");
  });
}

/** Browsers share files of a secure page only, most of them on phones. */
function canShare(): boolean {
  const probe = new File([""], "card.png", { type: "image/png" });
  return navigator.canShare?.({ files: [probe] }) ?? false;
}

const canCopy = () => "ClipboardItem" in globalThis && navigator.clipboard !== undefined;

async function download(image: File): Promise<string> {
  const url = URL.createObjectURL(image);
  const link = document.createElement("a");
  link.href = url;
  link.download = image.name;
  link.click();
  URL.revokeObjectURL(url);
  return "Image saved.";
}

async function copy(image: File): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return "Image copied.";
  } catch {
    return "The browser refused to copy. Download the image instead.";
  }
}

async function share(image: File): Promise<string> {
  try {
    await navigator.share({ files: [image], title: "Acre" });
    return "";
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === "AbortError";
    return isClosed ? "" : "The browser could not share the image. Download it instead.";
  }
}
