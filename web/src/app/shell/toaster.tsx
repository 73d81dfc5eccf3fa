import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { useTheme } from "@/state/theme";
import { connectToaster } from "@/state/toast";
import css from "./shell.module.css";

/** Shows notices for some seconds; a lazy chunk, connected once it listens. */
export function Toaster() {
  const theme = useTheme((state) => state.theme);
  useEffect(() => connectToaster(toast), []);
  return (
    <Sonner
      theme={theme}
      position="top-center"
      offset={{ top: 52 }}
      mobileOffset={{ top: 56 }}
      closeButton
      toastOptions={{ duration: 6000, className: css["toast"] ?? "" }}
    />
  );
}
