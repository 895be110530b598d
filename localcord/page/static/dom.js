/** Building elements, and patching one tree into the shape of another. Knows nothing of messages. */

/**
 * An element with attributes and children. Children are nodes or text; text is always text, never markup.
 * An attribute that is null, undefined or false is left out; a function is a listener ("onclick" for "click").
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  const isGiven = (child) => child !== null && child !== undefined && child !== false;
  element.append(...children.flat(Infinity).filter(isGiven));
  return element;
}

/** The attributes of a link that opens in another tab, which can't reach this one. */
export const inNewTab = (url) => ({ href: url, target: "_blank", rel: "noopener noreferrer" });

/** The star after the name of a required field. */
export const requiredMark = (isRequired) => (isRequired ? h("span", { class: "required" }, " *") : null);

/** Two nodes with different keys are different things, however alike they look: a bid of 7 is not a bid of 8. */
const keyOf = (node) => node.dataset?.customId ?? node.dataset?.key ?? null;
const kindOf = (node) => `${node.nodeName}|${keyOf(node) ?? ""}`;

/**
 * Gives `old` the attributes and children of `fresh` and keeps every node that stays the same kind of thing,
 * so that focus, scroll position and loaded pictures outlive an edit.
 */
export function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The page's own security policy forbids a style attribute set as text.
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
}

function patchChildren(old, fresh) {
  const spare = new Map();
  for (const child of old.childNodes) {
    const kind = kindOf(child);
    spare.set(kind, [...(spare.get(kind) ?? []), child]);
  }
  const pairs = [...fresh.childNodes].map((want) => [want, spare.get(kindOf(want))?.shift()]);
  // Unwanted children go first, so that a kept child in the same place is never moved, and keeps the focus.
  for (const children of spare.values()) children.forEach((child) => child.remove());
  let cursor = old.firstChild;
  for (const [want, kept] of pairs) {
    if (kept === undefined) {
      old.insertBefore(want, cursor);
      continue;
    }
    if (kept === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(kept, cursor);
    patch(kept, want);
  }
}
