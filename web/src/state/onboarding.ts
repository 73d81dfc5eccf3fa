/** Whether the owner of a wallet has confirmed the risks (API 4.9); kept by the server. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { mainApi } from "@/api/http";
import type { Onboarding } from "@/generated/api";

const ROUTE = "/user/{user}/profile/onboard";

export const onboardingKey = (address: string) => ["profile", address, "onboard"] as const;

export const onboardingQuery = (address: string) =>
  queryOptions({
    queryKey: onboardingKey(address),
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get(ROUTE, { path: { user: address }, token, signal }),
      ),
    staleTime: 60_000,
  });

/** Throws ApiError or UnauthorizedError; a repeat changes nothing. */
export function confirmRisks(address: string): Promise<Onboarding> {
  const given = { path: { user: address }, body: { acceptedTerms: true } } as const;
  return withAccessToken(address, (token) => mainApi.post(ROUTE, { ...given, token }));
}
