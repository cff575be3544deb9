/** Choosing the page's language: remembered in this browser, then the page is fetched anew. What a browser would say in a
 *  language of its own is said in it, too. */

import "./wanted.js";

const YEAR_S = 365 * 24 * 3600;

for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-language]"))) {
  const change = () => {
    document.cookie = `tableside-language=${choice.value}; path=/; max-age=${YEAR_S}; samesite=strict`;
    location.reload();
  };
  choice.addEventListener("change", change);
  const isShown = [...choice.options].find((option) => option.defaultSelected)?.value === choice.value;
  if (!isShown) change(); // somebody was quicker than this script
}
