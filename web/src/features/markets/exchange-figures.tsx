import { useQuery } from "@tanstack/react-query";
import { exchangeQuery } from "@/api/queries";
import { Amount } from "@/ui/amount";
import css from "./markets-page.module.css";

/** The exchange in four figures. */
export function ExchangeFigures({ marketCount }: { readonly marketCount: number }) {
  const { data } = useQuery(exchangeQuery);
  return (
    <dl className={css["figures"]} aria-label="Exchange">
      <Figure label="Markets">
        <span className="figures">{marketCount === 0 ? "–" : marketCount}</span>
      </Figure>
      <Figure label="Open interest">
        <Amount value={data?.openInterest} kind="CollateralE6" unit="USD" compact />
      </Figure>
      <Figure label="Total volume">
        <Amount value={data?.cumulativeVolume} kind="CollateralE6" unit="USD" compact />
      </Figure>
      <Figure label="Liquidity pool">
        <Amount value={data?.lpBalance} kind="CollateralE6" unit="USD" compact />
      </Figure>
    </dl>
  );
}

function Figure({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={css["figure"]}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
