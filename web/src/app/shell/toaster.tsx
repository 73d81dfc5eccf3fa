import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useEffect } from "react";
import { type ExternalToast, Toaster as Sonner, toast } from "sonner";
import { useTheme } from "@/state/theme";
import {
  connectToaster,
  type NoticeAction,
  type NoticeKind,
  type Shown,
  type ShownNotice,
} from "@/state/toast";
import { Signature } from "@/ui/wallet/signature";
import css from "./toaster.module.css";

const SHOWN_MAX = 3;
/** Of phones: the navigation, and the bar of an order's sides above it. */
const BARS = "var(--bottom-nav, 0px) + var(--bottom-bar, 0px)";
/** Above sheets, below the popover of a transaction. */
const STYLE = { width: 380, zIndex: 49 };

/** Bottom right, above the bottom navigation of phones; a lazy chunk. */
export function Toaster() {
  const theme = useTheme((state) => state.theme);
  useEffect(() => connectToaster(SHOWN), []);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      offset={{ bottom: `calc(${BARS} + 40px)`, right: "var(--toast-right, 16px)" }}
      mobileOffset={{ bottom: `calc(${BARS} + 12px)`, left: 12, right: 12 }}
      style={STYLE}
      closeButton
      visibleToasts={SHOWN_MAX}
      icons={{
        success: <CircleCheck size={18} className={css["success"]} aria-hidden="true" />,
        error: <CircleAlert size={18} className={css["error"]} aria-hidden="true" />,
        info: <Info size={18} className={css["info"]} aria-hidden="true" />,
      }}
      toastOptions={{ duration: 6000, className: css["toast"] ?? "" }}
    />
  );
}

function show(kind: NoticeKind) {
  return (title: string, options: ShownNotice) =>
    toast[kind](<Title title={title} command={options.command} />, sonnerOptions(options));
}

const SHOWN: Shown = {
  success: show("success"),
  error: show("error"),
  info: show("info"),
  loading: show("loading"),
  dismiss: (id) => toast.dismiss(id),
};

function sonnerOptions({ id, duration, ...notice }: ShownNotice): ExternalToast {
  const { description, actions = [], signature } = notice;
  const hasBody = Boolean(description) || actions.length > 0 || signature !== undefined;
  return {
    id,
    // A later step of a notice without these must not keep those of the step before.
    description: hasBody ? <Body {...notice} dismiss={() => toast.dismiss(id)} /> : null,
    ...(duration !== undefined && { duration }),
  };
}

interface TitleProps {
  readonly title: string;
  readonly command: string | undefined;
}

function Title({ title, command }: TitleProps) {
  return <span data-command={command ?? title}>{title}</span>;
}

interface BodyProps {
  readonly description?: string;
  readonly actions?: readonly NoticeAction[];
  readonly signature?: string;
  readonly dismiss: () => void;
}

function Body({ description, actions = [], signature, dismiss }: BodyProps) {
  return (
    <>
      {description}
      {actions.length > 0 || signature !== undefined ? (
        <span className={css["actions"]}>
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} dismiss={dismiss} />
          ))}
          {signature === undefined ? null : <Signature signature={signature} label="Explorer" />}
        </span>
      ) : null}
    </>
  );
}

interface ActionButtonProps {
  readonly action: NoticeAction;
  readonly dismiss: () => void;
}

function ActionButton({ action, dismiss }: ActionButtonProps) {
  const act = () => {
    action.onClick?.();
    dismiss();
  };
  if ("to" in action) {
    return (
      <Link to={action.to} className={css["action"]} onClick={act}>
        {action.label}
      </Link>
    );
  }
  return (
    <button type="button" className={css["action"]} onClick={act}>
      {action.label}
    </button>
  );
}
