/** Building elements. Text is always text: nothing here ever reads markup. */

import { renew } from "./drafts.js";

const SVG = "http://www.w3.org/2000/svg";

/** What the contents of a place were made from, as JSON.
 *  @type {WeakMap<Element, string>} */
const SHOWN_FOR = new WeakMap();

/** An element. `props`: class, data (object), on (object of listeners), style (object of custom properties), attributes.
 *  @template {keyof HTMLElementTagNameMap} K
 *  @param {K} tag
 *  @param {Wire.Props} props
 *  @param {...any} children */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same in SVG.
 *  @template {keyof SVGElementTagNameMap} K
 *  @param {K} tag
 *  @param {Wire.Props} props
 *  @param {...any} children */
export function svg(tag, props = {}, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

/** @template {HTMLElement | SVGElement} E
 *  @param {E} element
 *  @param {Wire.Props} props
 *  @param {any[]} children */
function build(element, props, children) {
  const { on = {}, data, style = {}, ...attributes } = props;
  for (const [kind, listener] of Object.entries(on)) element.addEventListener(kind, listener);
  Object.assign(element.dataset, data);
  for (const [key, set] of Object.entries(style)) element.style.setProperty(key, String(set));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Show `make()` in `place`, unless what it is made from (`key`) is what is shown already. What somebody has begun there
 *  stays, and what is marked as the same (`data-lasts`) is the same element. Returns whether it changed.
 *  @param {Element} place
 *  @param {unknown} key
 *  @param {() => unknown} make */
export function show(place, key, make) {
  const text = JSON.stringify(key);
  if (SHOWN_FOR.get(place) === text) return false;
  SHOWN_FOR.set(place, text);
  renew(place, h("div", {}, make()));
  return true;
}

/** The element of this id, which is of this kind.
 *  @template {HTMLElement} E
 *  @param {string} id
 *  @param {{ new (): E }} kind */
export function elementById(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`this page has no ${kind.name} “${id}”`);
  return element;
}

/** The element of this id, which every page that asks has.
 *  @param {string} id */
export const byId = (id) => elementById(id, HTMLElement);

/** What a script hands in can be pressed from now on; pressed sooner, it would only load the page anew, without what was typed.
 *  @param {ParentNode} form */
export function unlock(form) {
  for (const button of form.querySelectorAll("[type=submit]")) button.removeAttribute("disabled");
}
