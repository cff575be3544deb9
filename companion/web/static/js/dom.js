/** Building elements. Text is always text: nothing here ever reads markup. */

import { drafts } from "./drafts.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element. `props`: class, data (object), on (object of listeners), style (object of custom properties), attributes. */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same in SVG. */
export function svg(tag, props = {}, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [kind, listener] of Object.entries(value)) element.addEventListener(kind, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, set] of Object.entries(value)) element.style.setProperty(key, set);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Show `make()` in `place`, unless what it is made from (`key`) is what is shown already. What somebody has begun to
 *  write there stays. Returns whether it changed. */
export function show(place, key, make) {
  const text = JSON.stringify(key);
  if (place.shownFor === text) return false;
  place.shownFor = text;
  const restore = drafts(place);
  place.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  restore();
  return true;
}

export const byId = (id) => document.getElementById(id);
