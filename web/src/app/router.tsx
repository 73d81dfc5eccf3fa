import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFoundPage } from "./not-found-page";
import { PageError } from "./page-error";
import { Shell } from "./shell";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const marketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/markets/markets-page"), "MarketsPage"),
});

const tradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trade/$symbol",
  component: lazyRouteComponent(() => import("./trade-route"), "TradeRoute"),
});

const portfolioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portfolio",
  component: lazyRouteComponent(
    () => import("@/features/portfolio/portfolio-page"),
    "PortfolioPage",
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([marketsRoute, tradeRoute, portfolioRoute]),
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
