/** Cards as they lie on the table, drawn by CSS. */

import { h } from "./dom.js";
import { t } from "./words.js";

export const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A letter card with its value; "?" lies face down and is wild.
 *  @param {string} label
 *  @param {{ value?: number | null, fresh?: boolean, mark?: string | null }} options */
export function letterCard(label, { value = null, fresh = false, mark = null } = {}) {
  const wild = label === "?";
  return h(
    "span",
    { class: `card ${wild ? "card-back" : "card-letter"}`, data: { label, fresh: fresh ? "yes" : "", mark: mark ?? "" },
      role: "img", "aria-label": wild ? t("wild card") : value === null ? label : `${label}, ${value}` },
    h("span", { class: "card-face", "aria-hidden": "true" }, wild ? t("WILD") : label),
    !wild && value !== null ? h("span", { class: "card-value", "aria-hidden": "true" }, String(value)) : null,
  );
}

/** A card with a rank and a letter, written "Q/R"; a wild is "*" or "*=Q/R".
 *  @param {string} text
 *  @param {{ fresh?: boolean }} options */
export function rankCard(text, { fresh = false } = {}) {
  const wild = text.startsWith("*");
  const [rank, letter] = (wild ? text.slice(2) : text).split("/");
  return h(
    "span",
    { class: `card card-rank${wild ? " card-joker" : ""}`, data: { label: text, fresh: fresh ? "yes" : "" },
      role: "img", "aria-label": wild ? [t("wild card"), text.slice(2)].join(" ") : text },
    h("span", { class: "card-corner", "aria-hidden": "true" }, wild ? "★" : rank),
    h("span", { class: "card-face", "aria-hidden": "true" }, letter || (wild ? "★" : "")),
    wild && rank ? h("span", { class: "card-value", "aria-hidden": "true" }, rank) : null,
  );
}

/** A jumble: letters in no order.
 *  @param {string} jumble
 *  @param {string | null} colour */
export function jumbleCard(jumble, colour) {
  return h(
    "span",
    { class: "jumble", data: { colour: colour ?? "green" }, role: "img", "aria-label": jumble.split("").join(" ") },
    jumble.split("").map((letter) => h("span", { "aria-hidden": "true" }, letter)),
  );
}

/** A figure in play: its name, DNA and trait.
 *  @param {Wire.Creature} card */
export function creatureCard({ label, figure, dna, colour, sideways = false, trait = "" }) {
  return h(
    "span",
    { class: `creature creature-${figure}`, data: { colour: colour ?? "black", sideways: sideways ? "yes" : "" },
      role: "img", "aria-label": [label, dna, sideways ? t("sideways") : ""].filter(Boolean).join(", ") },
    h("span", { class: "creature-name", "aria-hidden": "true" }, label),
    h("span", { class: "creature-dna", "aria-hidden": "true" }, dna),
    trait ? h("span", { class: "creature-trait", "aria-hidden": "true" }, trait.toUpperCase()) : null,
  );
}

/** Any card as a board describes it.
 *  @param {Wire.Card} card
 *  @param {{ fresh?: boolean }} options */
export function cardOf(card, { fresh = false } = {}) {
  return CARDS[card.kind](card, fresh);
}

/** @type {{ [K in Wire.Card["kind"]]: (card: any, fresh: boolean) => HTMLElement }} */
const CARDS = {
  letter: ({ label, value }, fresh) => letterCard(label, { value, fresh }),
  ranked: ({ label }, fresh) => rankCard(label, { fresh }),
  jumble: ({ label, colour }) => jumbleCard(label, colour),
  creature: (card) => creatureCard(card),
};

/** The letter of a card with a rank and a letter; "?" of a wild that stands for none.
 *  @param {string} text */
export const rankedLetter = (text) => text.split("/")[1] || "?";

/** The letters that a card brings into a word; a figure brings none.
 *  @param {Wire.Card} card
 *  @returns {string[]} */
export function lettersOn(card) {
  if (card.kind === "ranked") return [rankedLetter(card.label)];
  return card.kind === "creature" ? [] : [...card.label];
}
