import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "@/ui/button";
import css from "./message-page.module.css";

export function PageError({ reset }: ErrorComponentProps) {
  return (
    <main className={css["page"]}>
      <h1 className={css["title"]}>This page stopped working</h1>
      <p className={css["text"]}>Your positions and funds are not affected. Try it again.</p>
      <Button look="accent" onClick={reset}>
        Try again
      </Button>
    </main>
  );
}
