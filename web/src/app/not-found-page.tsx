import { Link } from "@tanstack/react-router";
import css from "./message-page.module.css";

export function NotFoundPage() {
  return (
    <main className={css["page"]}>
      <p className={css["code"]}>404</p>
      <h1 className={css["title"]}>Off the map</h1>
      <p className={css["text"]}>There is no page at this address.</p>
      <Link to="/" className={css["link"]}>
        Back to the markets
      </Link>
    </main>
  );
}
