// Runs before the first paint, so that the chosen theme never flashes and the page that is opened
// loads beside the app and not after it. Kept out of the bundle and out of the page for the content
// security policy.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("theme") ?? "system";
  } catch {
    // Storage may be forbidden; the system's theme applies.
  }
  const isLight =
    choice === "light" ||
    (choice !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";

  // Written by the build: what the page of a path needs beyond the app itself.
  const pages = JSON.parse(document.currentScript.dataset.pages ?? "{}");
  const page = Object.keys(pages).find((path) =>
    path.endsWith("/") && path !== "/"
      ? location.pathname.startsWith(path)
      : path === location.pathname,
  );
  for (const href of pages[page] ?? []) {
    const link = document.createElement("link");
    link.rel = href.endsWith(".css") ? "preload" : "modulepreload";
    if (href.endsWith(".css")) link.as = "style";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
})();
