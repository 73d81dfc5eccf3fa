import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFoundPage } from "./not-found-page";
import { PageError } from "./page-error";
import { Shell } from "./shell/shell";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const tradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trade/$symbol",
  component: lazyRouteComponent(() => import("./trade-route"), "TradeRoute"),
});

const tradeStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trade",
  component: lazyRouteComponent(() => import("./trade-start"), "TradeStart"),
});

const marketsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/markets/markets-page"), "MarketsPage"),
});

const marketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/market/$symbol",
  component: lazyRouteComponent(() => import("@/features/markets/market-page"), "MarketPage"),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare",
  component: lazyRouteComponent(
    () => import("@/features/markets/compare/compare-page"),
    "ComparePage",
  ),
});

const portfolioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/portfolio",
  component: lazyRouteComponent(
    () => import("@/features/portfolio/portfolio-page"),
    "PortfolioPage",
  ),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/alerts",
  component: lazyRouteComponent(() => import("@/features/alerts/alerts-page"), "AlertsPage"),
});

const accountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accounts",
  component: lazyRouteComponent(() => import("@/features/accounts/accounts-page"), "AccountsPage"),
});

const liquidityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/liquidity",
  component: lazyRouteComponent(
    () => import("@/features/liquidity/liquidity-page"),
    "LiquidityPage",
  ),
});

const stakingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/staking",
  component: lazyRouteComponent(() => import("@/features/staking/staking-page"), "StakingPage"),
});

const predictionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/predictions",
  component: lazyRouteComponent(
    () => import("@/features/predictions/predictions-page"),
    "PredictionsPage",
  ),
});

const predictionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/predictions/$marketId",
  component: lazyRouteComponent(
    () => import("@/features/predictions/prediction-page"),
    "PredictionPage",
  ),
});

const contestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contests",
  component: lazyRouteComponent(() => import("@/features/contests/contests-page"), "ContestsPage"),
});

const contestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contests/$contest",
  component: lazyRouteComponent(() => import("@/features/contests/contest-page"), "ContestPage"),
});

const pointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/points",
  component: lazyRouteComponent(() => import("@/features/points/points-page"), "PointsPage"),
});

const referralRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/refer/$code",
  component: lazyRouteComponent(() => import("@/features/points/referral-page"), "ReferralPage"),
});

const dealRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/deal-analysis",
  component: lazyRouteComponent(() => import("@/features/deals/deal-page"), "DealPage"),
});

const backtestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/backtest",
  component: lazyRouteComponent(() => import("@/features/backtest/backtest-page"), "BacktestPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/profile",
  component: lazyRouteComponent(() => import("@/features/profile/profile-page"), "ProfilePage"),
});

const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/onboarding",
  component: lazyRouteComponent(() => import("@/features/start/onboarding-page"), "OnboardingPage"),
});

const learnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/learn",
  component: lazyRouteComponent(() => import("@/features/learn/learn-page"), "LearnPage"),
});

const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/status",
  component: lazyRouteComponent(() => import("@/features/status/status-page"), "StatusPage"),
});

const walletsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/wallets",
  component: lazyRouteComponent(() => import("@/features/wallets/wallets-page"), "WalletsPage"),
});

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/developers",
  component: lazyRouteComponent(
    () => import("@/features/developers/developers-page"),
    "DevelopersPage",
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    tradeRoute,
    tradeStartRoute,
    marketsRoute,
    marketRoute,
    compareRoute,
    portfolioRoute,
    accountsRoute,
    alertsRoute,
    liquidityRoute,
    stakingRoute,
    predictionsRoute,
    predictionRoute,
    contestsRoute,
    contestRoute,
    pointsRoute,
    referralRoute,
    dealRoute,
    backtestRoute,
    profileRoute,
    onboardingRoute,
    learnRoute,
    statusRoute,
    walletsRoute,
    developersRoute,
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
