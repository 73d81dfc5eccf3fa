import { ExternalLink } from "lucide-react";
import { Panel } from "@/ui/page/panel";
import { DEVICE_NAMES, WALLET_GUIDES, type WalletGuide } from "./model/wallet-guide";
import css from "./wallets-page.module.css";

export function WalletGuides() {
  return (
    <Panel title="Supported wallets">
      <ul className={css["list"]}>
        {WALLET_GUIDES.map((guide) => (
          <Guide key={guide.name} guide={guide} />
        ))}
      </ul>
    </Panel>
  );
}

function Guide({ guide }: { readonly guide: WalletGuide }) {
  return (
    <li className={css["wallet"]}>
      <span className={css["name"]}>{guide.name}</span>
      <a className={css["link"]} href={guide.site} target="_blank" rel="noopener noreferrer">
        {guide.host}
        <ExternalLink size={12} aria-hidden="true" />
        <span className="visually-hidden">(opens in a new tab)</span>
      </a>
      <span className={css["what"]}>{guide.what}</span>
      <span className={css["devices"]}>
        {guide.worksOn.map((device) => DEVICE_NAMES[device]).join(" · ")}
      </span>
    </li>
  );
}
