import { Link } from "@tanstack/react-router";
import { Button } from "@/ui/button";
import css from "./message-page.module.css";
import { showDialog } from "./shell/shell-dialogs";

export function NotFoundPage() {
  return (
    <main className={css["page"]}>
      <title>Not found · Acre</title>
      <p className={css["code"]}>404</p>
      <h1 className={css["title"]}>Off the map</h1>
      <p className={css["text"]}>There is no page at this address.</p>
      <Button size="large" onClick={() => showDialog("palette")}>
        Search for it
      </Button>
      <Link to="/" className={css["link"]}>
        Back to the markets
      </Link>
    </main>
  );
}
