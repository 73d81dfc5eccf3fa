import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { settingsQuery } from "./api";
import { applySettings } from "./apply-settings";

/** Applies the profile's settings after sign-in. */
export function ProfileSync({ address }: { readonly address: string }) {
  const { data: settings } = useQuery(settingsQuery(address));
  useEffect(() => {
    if (settings) applySettings(address, settings);
  }, [address, settings]);
  return null;
}
