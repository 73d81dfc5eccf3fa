/** Which margin accounts a person wants to see: the server keeps the hidden ones (API 4.9). */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { useWallet } from "./wallet-store";

const ROUTE = "/user/{user}/profile/margin-account-ids";

export const shownAccountsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "shown-accounts"],
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get(ROUTE, { path: { user: address }, signal, token }),
      ),
  });

/** Hides empty accounts; the ids that are still shown. Throws ApiError or UnauthorizedError. */
export function hideAccount(address: string, marginAccountId: number): Promise<readonly number[]> {
  const given = { path: { user: address }, body: { marginAccountId } };
  return withAccessToken(address, (token) => mainApi.post(`${ROUTE}/remove`, { ...given, token }));
}

/** The ids that are shown; null before sign-in or while unknown. */
export function useShownAccountIds(): readonly number[] | null {
  const { address, signedIn } = useWallet((state) => state.session);
  const { data } = useQuery({
    ...shownAccountsQuery(address ?? ""),
    enabled: address !== null && signedIn,
  });
  return data ?? null;
}
