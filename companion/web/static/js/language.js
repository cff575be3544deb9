/** Choosing the page's language: remembered in this browser, then the page is fetched anew. What a browser would say in a
 *  language of its own is said in it, too. */

import "./wanted.js";

const YEAR_S = 365 * 24 * 3600;

for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-language]"))) {
  const change = () => {
    const chosen = `tableside-language=${choice.value}`;
    document.cookie = `${chosen}; path=/; max-age=${YEAR_S}; samesite=strict`;
    const address = new URL(location.href);
    if (document.cookie.split("; ").includes(chosen)) address.searchParams.delete("lang"); // it would go before the cookie
    else address.searchParams.set("lang", choice.value); // of a browser that keeps none
    history.replaceState(history.state, "", address);
    location.reload();
  };
  choice.addEventListener("change", change);
  const isShown = [...choice.options].find((option) => option.defaultSelected)?.value === choice.value;
  if (!isShown) change(); // somebody was quicker than this script
}
