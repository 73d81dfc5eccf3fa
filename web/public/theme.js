// Runs before the first paint so that the chosen theme never flashes. Kept out of the bundle and
// out of the page for the content security policy.
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
})();
