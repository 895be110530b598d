/**
 * Discord's message components as elements, classic and V2. Draws only: clicks are heard by the log, which finds the
 * component by its custom_id. `view` is what one message needs for drawing, see message.js.
 */

import { h, inNewTab } from "./dom.js";
import { emoji, hidden, isOnlyEmojis, markdown } from "./markdown.js";
import { linkTo } from "./places.js";

export const ComponentType = {
  ROW: 1, BUTTON: 2, STRING_SELECT: 3, TEXT_INPUT: 4, USER_SELECT: 5, ROLE_SELECT: 6, MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8, SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17,
  LABEL: 18,
};
const BUTTON_CLASSES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const LINK_BUTTON = 5;
const WIDE_SPACING = 2;

const DRAWERS = {
  [ComponentType.ROW]: (row, view) => h("div", { class: "row" }, drawn(row.components, view)),
  [ComponentType.BUTTON]: button,
  [ComponentType.STRING_SELECT]: select,
  [ComponentType.USER_SELECT]: select,
  [ComponentType.ROLE_SELECT]: select,
  [ComponentType.MENTIONABLE_SELECT]: select,
  [ComponentType.CHANNEL_SELECT]: select,
  [ComponentType.SECTION]: section,
  [ComponentType.TEXT]: ({ content }, view) => h("div", { class: textClasses(content) }, markdown(content, view)),
  [ComponentType.THUMBNAIL]: (thumbnail, view) => picture(thumbnail, "thumbnail", view),
  [ComponentType.GALLERY]: gallery,
  [ComponentType.FILE]: ({ file, name, size, spoiler }, view) => fileCard({ url: file.url, name, size, spoiler }, view),
  [ComponentType.SEPARATOR]: separator,
  [ComponentType.CONTAINER]: container,
};

/** A text of only a few emojis is shown large. */
export const textClasses = (content) => (isOnlyEmojis(content) ? "text large" : "text");

/** The elements of a list of components. */
export function drawn(components, view) {
  return components.map((component) => {
    const draw = DRAWERS[component.type];
    return draw ? draw(component, view) : notShown(component);
  });
}

/** The placeholder for a component that this page doesn't know. */
export const notShown = ({ type }) => h("p", { class: "subtext" }, `(component ${type} is not shown here)`);

/** The component with this custom_id anywhere in a message, or undefined. */
export function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const inside = [...(component.components ?? []), component.accessory, component.component].filter(Boolean);
    const found = findComponent(inside, customId);
    if (found) return found;
  }
  return undefined;
}

/** What a select offers: [{value, label, description, emoji, isDefault}]. The view knows people and channels. */
export function optionsOf(component, view) {
  const defaults = new Set((component.default_values ?? []).map(({ id }) => id));
  const listed = (pairs, sign) =>
    pairs.map(([id, name]) => ({ value: id, label: sign + name, isDefault: defaults.has(id) }));
  switch (component.type) {
    case ComponentType.STRING_SELECT:
      return (component.options ?? []).map((option) => ({ ...option, isDefault: option.default ?? false }));
    case ComponentType.USER_SELECT:
    case ComponentType.MENTIONABLE_SELECT:
      return listed([...view.names], "@");
    case ComponentType.CHANNEL_SELECT:
      return listed(view.channels.map(({ id, name }) => [id, name]), "#");
    default:
      return [];
  }
}

/** An address that this page may load. The server may give its own address, which needn't be the tab's. */
export function localUrl(url, view) {
  const name = /^attachment:\/\/(.+)$/u.exec(url)?.[1];
  const resolved = name ? view.attachments.find((attachment) => attachment.filename === name)?.url : url;
  if (!resolved) return "";
  const parsed = new URL(resolved, location.href);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(parsed.hostname) && parsed.port === location.port;
  return isHere ? parsed.pathname + parsed.search : parsed.href;
}

function button({ style, label, emoji: face, custom_id: customId, url, disabled }, view) {
  // Screen readers say the emoji's name and the label, in the order shown.
  const content = [face ? emoji(face, face.name) : null, label ? h("span", { class: "label" }, label) : null];
  if (style === LINK_BUTTON) {
    const address = disabled ? { "aria-disabled": "true" } : linkTo(url, view);
    const more = address.target ? h("span", { class: "unseen" }, " (opens in a new tab)") : null;
    return h("a", { class: "button link", ...address }, content, h("span", { "aria-hidden": "true" }, "↗"), more);
  }
  const isBusy = view.busy.has(customId);
  // A busy button stays focusable, since `disabled` would lose the keyboard focus at every click.
  return h("button", {
    type: "button", class: `button ${BUTTON_CLASSES[style] ?? "secondary"}`, disabled,
    "data-custom-id": customId, "aria-label": face || label ? null : customId,
    "aria-busy": isBusy ? "true" : null, "aria-disabled": isBusy ? "true" : null,
  }, content);
}

function select(component, view) {
  const { custom_id: customId, placeholder, disabled } = component;
  const chosen = optionsOf(component, view).filter(({ isDefault }) => isDefault);
  const words = placeholder || "Make a selection";
  const shown = chosen.length
    ? chosen.map(({ emoji: face, label }) => h("span", { class: "chosen" }, face ? emoji(face, "") : null, label))
    : h("span", { class: "placeholder" }, words);
  const isBusy = view.busy.has(customId);
  return h("button", {
    type: "button", class: "select", "data-custom-id": customId, "data-select": true, disabled,
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-busy": isBusy ? "true" : null,
    "aria-label": chosen.length ? `${words}: ${chosen.map(({ label }) => label).join(", ")}` : words,
  }, h("span", { class: "shown" }, shown), h("span", { class: "arrow", "aria-hidden": "true" }, "⌄"));
}

function section({ components, accessory }, view) {
  const text = h("div", { class: "section-text" }, drawn(components, view));
  return h("div", { class: "section" }, text, accessory ? drawn([accessory], view) : null);
}

function gallery({ items }, view) {
  const pictures = items.map((item) => picture(item, "", view));
  return h("div", { class: "gallery", "data-count": Math.min(items.length, 3) }, pictures);
}

function picture({ media, description, spoiler }, classes, view) {
  const url = localUrl(media.proxy_url || media.url, view);
  // With its size known, the picture has its space before it loads, and nothing jumps.
  const known = view.attachments.find((attachment) => attachment.url === media.url);
  const { width, height } = media.width ? media : known ?? {};
  const image = h("img", { src: url, alt: description ?? "", title: description, width, height });
  if (spoiler) return hiddenBlock(image);
  const label = description ? `${description} (open the picture)` : "Open the picture";
  return h("a", { class: `picture ${classes}`, ...inNewTab(url), "aria-label": label }, image);
}

/** A file to download, as attachments and file components show it. */
export function fileCard({ url, name, size, spoiler }, view) {
  const address = localUrl(url, view);
  const title = name ?? decodeURIComponent(address.split("/").at(-1) ?? "file");
  const card = h("a", { class: "file", href: address, download: title }, h("span", {}, title),
    size ? h("small", {}, ` ${Math.ceil(size / 1024)} KB`) : null);
  return spoiler ? hiddenBlock(card) : card;
}

function separator({ divider = true, spacing }) {
  return h("hr", { class: `separator ${spacing === WIDE_SPACING ? "wide" : ""} ${divider ? "" : "blank"}` });
}

function container({ components, accent_color: accent, spoiler }, view) {
  const element = h("div", { class: "container" }, drawn(components, view));
  if (typeof accent === "number") element.style.setProperty("--accent", cssColour(accent));
  return spoiler ? hiddenBlock(element) : element;
}

const hiddenBlock = (element) => hidden("div", "spoiler block", element);

export const cssColour = (number) => `#${number.toString(16).padStart(6, "0")}`;
