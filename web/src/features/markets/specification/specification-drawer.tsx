import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Sheet } from "@/ui/page/sheet";
import { describeSpecification } from "./parameters";
import css from "./specification-drawer.module.css";

interface DrawerProps {
  readonly market: DetailedMarket;
  readonly onClose: () => void;
}

/** Every parameter in force: its name, its value and one sentence. */
export function SpecificationDrawer({ market, onClose }: DrawerProps) {
  const groups = describeSpecification(market.specification, areaUnit(market.metric));
  return (
    <Sheet
      title="Contract specification"
      from="right"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <p className={css["note"]}>
        {market.name}. Only the operator can change parameters, by a signed public command. Past
        trades keep their price.
      </p>
      {groups.map(({ title, rows }) => (
        <section key={title} aria-label={title} className={css["group"]}>
          <h3>{title}</h3>
          <dl>
            {rows.map(({ name, label, value, meaning }) => (
              <div key={name} className={css["row"]} data-parameter={name}>
                <dt>{label}</dt>
                <dd className="figures">{value}</dd>
                <dd className={css["meaning"]}>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}
