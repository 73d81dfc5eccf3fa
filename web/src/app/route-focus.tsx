import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

const WAIT_MS = 5_000;
const CONTENT = "content";

/**
 * After a change of page the focus goes to its heading and is said, as after a fresh load.
 * A page that has already set the focus keeps it.
 */
export function RouteFocus() {
  const router = useRouter();
  const [said, setSaid] = useState("");
  useEffect(() => {
    let stopWaiting: () => void = () => undefined;
    const arrive = () => {
      stopWaiting();
      stopWaiting = whenHeadingComes((heading) => {
        focusHeading(heading);
        setSaid(heading.textContent ?? document.title);
      });
    };
    // This code is loaded late: the first page may have been left before.
    if (firstPath() !== location.pathname) arrive();
    const leave = router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      if (fromLocation !== undefined && pathChanged) arrive();
    });
    return () => {
      leave();
      stopWaiting();
    };
  }, [router]);
  return (
    <p className="visually-hidden" role="status" aria-label="Page">
      {said}
    </p>
  );
}

function firstPath(): string {
  const [opened] = performance.getEntriesByType("navigation");
  return opened ? new URL(opened.name).pathname : location.pathname;
}

function focusHeading(heading: HTMLElement): void {
  const content = document.getElementById(CONTENT);
  const active = document.activeElement;
  const isInPage = active !== content && content?.contains(active) === true;
  if (isInPage || document.querySelector('[role="dialog"]') !== null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}

/** The page's code or data may still be loading: waits for its heading, for a while. */
function whenHeadingComes(act: (heading: HTMLElement) => void): () => void {
  const content = document.getElementById(CONTENT);
  if (!content) return () => undefined;
  const look = () => {
    const heading = content.querySelector<HTMLElement>("h1");
    if (!heading) return;
    end();
    act(heading);
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => observer.disconnect(), WAIT_MS);
  // A frame later, so that a dialog that led here has given the focus back.
  const frame = requestAnimationFrame(look);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  observer.observe(content, { childList: true, subtree: true });
  return end;
}
