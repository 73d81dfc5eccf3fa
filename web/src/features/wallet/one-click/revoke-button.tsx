import { useCommand } from "@/state/use-command";
import { Button } from "@/ui/button";
import form from "@/ui/form/form.module.css";
import { endKey } from "./one-click-keeper";

interface RevokeButtonProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** Removes the delegate of the wallet, whichever browser has its key. */
export function RevokeButton({ address, onDone }: RevokeButtonProps) {
  const command = useCommand(address);
  async function revoke(): Promise<void> {
    const body = { delegate: null };
    const outcome = await command.run("set-delegate", body, "Turn off one-click trading");
    if (outcome.status !== "applied") return;
    await endKey(address);
    onDone();
  }
  return (
    <>
      {command.problem === null ? null : (
        <p className={form["problem"]} role="alert">
          {command.problem}
        </p>
      )}
      <Button onClick={() => void revoke()} disabled={command.isBusy}>
        {command.isBusy ? command.progress : "Turn off"}
      </Button>
    </>
  );
}
