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

  // Written by the build: what the page of a path needs beyond the app itself, first the reads.
  const pages = JSON.parse(document.currentScript.dataset.pages ?? "{}");
  const page = Object.keys(pages).find((path) =>
    path.endsWith("/") && path !== "/"
      ? location.pathname.startsWith(path)
      : path === location.pathname,
  );
  const name = location.pathname.slice(page?.length ?? 0);
  for (const path of pages[page] ?? []) {
    // A path with more in it than a name belongs to no page.
    if (path.endsWith("*") && !/^[\w.-]+$/.test(name)) continue;
    const link = document.createElement("link");
    link.crossOrigin = "";
    if (path.endsWith(".js")) link.rel = "modulepreload";
    else {
      link.rel = "preload";
      link.as = path.endsWith(".css") ? "style" : "fetch";
    }
    link.href = path.replace("*", name);
    document.head.append(link);
  }
})();
