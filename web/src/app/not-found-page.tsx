import { Link } from "@tanstack/react-router";
import { Button } from "@/ui/button";
import { NotFound } from "@/ui/page/not-found";
import { showDialog } from "./shell/shell-dialogs";

export function NotFoundPage() {
  return (
    <NotFound
      action={
        <>
          <Button look="accent" onClick={() => showDialog("palette")}>
            Search
          </Button>
          <Link to="/">See all markets</Link>
        </>
      }
    />
  );
}
