import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "@/ui/button";
import { onboardingQuery, settingsQuery } from "./api";
import { applySettings } from "./apply-settings";
import css from "./profile.module.css";
import { skip, useSkipped, wasSkipped } from "./skipped";

/** Applies the profile's settings after sign-in and shows new users the invitation. */
export function ProfileSync({ address }: { readonly address: string }) {
  const { data: settings } = useQuery(settingsQuery(address));
  const { data: onboarding } = useQuery(onboardingQuery(address));
  const pathname = useLocation({ select: (location) => location.pathname });
  const skipped = useSkipped((state) => state.addresses);
  useEffect(() => {
    if (settings) applySettings(address, settings);
  }, [address, settings]);
  const isNew = onboarding?.isOnboarded === false;
  if (!isNew || pathname === "/onboarding") return null;
  if (skipped.includes(address) || wasSkipped(address)) return null;
  return (
    <aside className={css["invite"]} aria-label="Welcome">
      <span>New here? Five short steps say how a slow price can still cost money.</span>
      <Link to="/onboarding" className={css["inviteLink"]}>
        How it works
      </Link>
      <Button size="small" onClick={() => skip(address)}>
        Not now
      </Button>
    </aside>
  );
}
