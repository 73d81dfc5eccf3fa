import { useQuery } from "@tanstack/react-query";
import { formatUsd } from "@/domain/format";
import { unlistedQuery } from "./api";
import css from "./markets-page.module.css";

/** Areas that have an index and no market; nothing where every area has one. */
export function UnlistedNote({ listed }: { readonly listed: readonly number[] }) {
  const { data } = useQuery(unlistedQuery(listed));
  if (!data?.count) return null;
  const names = data.shown.map(({ name, price }) =>
    price === null ? name : `${name} (${formatUsd(price, "PriceE8")})`,
  );
  const more = data.count - names.length;
  return (
    <p className={css["unlisted"]}>
      Not listed, because the index is too noisy or too short to settle positions:{" "}
      {names.join("; ")}
      {more > 0 ? `; ${more} more` : ""}.
    </p>
  );
}
