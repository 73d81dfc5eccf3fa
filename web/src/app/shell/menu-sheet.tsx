import { Link, useLocation } from "@tanstack/react-router";
import { useTheme } from "@/state/theme";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/page/sheet";
import css from "../dialogs.module.css";
import { DOCS_URL, GROUPS, isWithin, type PageEntry, PRIMARY } from "../pages";
import { NEXT_THEME } from "./header";

/** All pages on a narrow screen, in a sheet from its lower edge. */
export function MenuSheet({ onClose }: { readonly onClose: () => void }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const choice = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  const groups = [{ label: "Trade", pages: PRIMARY }, ...GROUPS];
  return (
    <Sheet title="Menu" open onOpenChange={(open) => !open && onClose()}>
      <div className={css["menu"]}>
        <nav aria-label="All pages" className={css["menuGroups"]}>
          {groups.map(({ label, pages }) => (
            <section key={label} aria-label={label}>
              <h3>{label}</h3>
              {pages.map((page) => (
                <MenuLink key={page.to} page={page} pathname={pathname} onClose={onClose} />
              ))}
              {label === "More" ? <a href={DOCS_URL}>Docs</a> : null}
            </section>
          ))}
        </nav>
        <Button size="large" look="ghost" onClick={() => choose(NEXT_THEME[choice])}>
          Theme: {choice}
        </Button>
      </div>
    </Sheet>
  );
}

interface MenuLinkProps {
  readonly page: PageEntry;
  readonly pathname: string;
  readonly onClose: () => void;
}

function MenuLink({ page: { to, label }, pathname, onClose }: MenuLinkProps) {
  return (
    <Link to={to} onClick={onClose} aria-current={isWithin(pathname, to) ? "page" : undefined}>
      {label}
    </Link>
  );
}
