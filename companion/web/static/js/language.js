/** Choosing the page's language: remembered in this browser, then the page is fetched anew. */

const YEAR_S = 365 * 24 * 3600;

for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-language]"))) {
  choice.addEventListener("change", () => {
    document.cookie = `tableside-language=${choice.value}; path=/; max-age=${YEAR_S}; samesite=strict`;
    location.reload();
  });
}
