/** The page's language: messages are English in the source and looked up in the catalogue of the page's language. */

export const language = document.documentElement.lang || "en";

/** @type {Record<string, string>} */
const catalogue = language === "en" ? {} : await fetch(`/words/${language}.json`).then((answer) => answer.json());

/** The message in the page's language, with {names} filled in.
 *  @param {string} message
 *  @param {Record<string, any>} [fillings] */
export function t(message, fillings = {}) {
  const text = catalogue[message] ?? message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in fillings ? String(fillings[name]) : whole));
}

/** Whom or what something is about, and what it is: "Ann: play a card".
 *  @param {string} about
 *  @param {string} what */
export const headed = (about, what) => t("{about}: {what}", { about, what });

/** Clauses one after the other: "one; another".
 *  @param {string[]} parts */
export const clauses = (parts) => parts.reduce((before, newest) => t("{before}; {newest}", { before, newest }));

/** Numbers as they are read: with a minus sign, not the hyphen of the keyboard.
 *  @param {number | string} numbers */
export const minus = (numbers) => String(numbers).replaceAll("-", "−");

/** A list in words: "Ann, Bob and Cy".
 *  @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
