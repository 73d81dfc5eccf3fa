import { useQuery } from "@tanstack/react-query";
import { exchangeQuery } from "@/api/queries";
import { Amount } from "@/ui/figures/amount";
import { Term } from "@/ui/term";
import css from "./markets-page.module.css";

/** The exchange in four figures. */
export function ExchangeFigures({ marketCount }: { readonly marketCount: number }) {
  const { data } = useQuery(exchangeQuery);
  return (
    <dl className={css["figures"]} aria-label="Exchange">
      <Figure label="Markets">
        <span className="figures">{marketCount === 0 ? "–" : marketCount}</span>
      </Figure>
      <Figure label={<Term id="open-interest">Open interest</Term>}>
        <Amount value={data?.openInterest} kind="CollateralE6" unit="USD" compact />
      </Figure>
      <Figure label="Total volume">
        <Amount value={data?.cumulativeVolume} kind="CollateralE6" unit="USD" compact />
      </Figure>
      <Figure label={<Term id="pool">Liquidity pool</Term>}>
        <Amount value={data?.lpBalance} kind="CollateralE6" unit="USD" compact />
      </Figure>
    </dl>
  );
}

function Figure({
  label,
  children,
}: {
  readonly label: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={css["figure"]}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
