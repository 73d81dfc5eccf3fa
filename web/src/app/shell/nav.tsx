import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { DOCS_URL, GROUPS, isWithin, type PageGroup, PRIMARY } from "../pages";
import css from "./shell.module.css";

/** The header's links; those of a group unfold below its button. */
export function Nav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <nav className={css["nav"]} aria-label="Main">
      {PRIMARY.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={css["navLink"]}
          aria-current={isWithin(pathname, to) ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
      {GROUPS.map((group) => (
        <NavGroup key={group.label} group={group} pathname={pathname} />
      ))}
    </nav>
  );
}

interface NavGroupProps {
  readonly group: PageGroup;
  readonly pathname: string;
}

function NavGroup({ group: { label, pages }, pathname }: NavGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const onOutside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
  const isHere = pages.some(({ to }) => isWithin(pathname, to));
  const close = () => setIsOpen(false);
  return (
    <div ref={box} className={css["group"]}>
      <button
        ref={button}
        type="button"
        className={css["navLink"]}
        data-here={isHere}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <ChevronDown size={12} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ul id={id} className={css["groupList"]}>
          {pages.map(({ to, label: name, hint }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                aria-current={isWithin(pathname, to) ? "page" : undefined}
              >
                {name}
                <small>{hint}</small>
              </Link>
            </li>
          ))}
          {label === "More" ? (
            <li>
              <a href={DOCS_URL}>
                Docs<small>Guides, rules, API</small>
              </a>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
