/**
 * Discord's Markdown as DOM nodes: a pure function of text and names. Nodes are built one by one and text is only
 * ever put into text nodes, so no text can become markup.
 */

import { h } from "./dom.js";
import { linkTo } from "./places.js";
import { timestamp } from "./timestamps.js";

const FENCE = /```(?:([\w+#.-]*)\n)?([\s\S]+?)\n?```/g;
const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SUBTEXT = /^-#\s+(\S.*)$/;
const LIST_ITEM = /^(\s*)([-*]|\d+\.)\s+(\S.*)$/;

const UNICODE_EMOJI = String.raw`[0-9#*]\uFE0F?\u20E3|\p{RI}{2}|\p{Extended_Pictographic}[\uFE0F\u200D\p{Emoji_Modifier}]*`;
const ONLY_EMOJIS = new RegExp(String.raw`^(?:\s*(?:<a?:\w{2,32}:\d+>|(?:${UNICODE_EMOJI})+?)){1,30}\s*$`, "u");

/** Between two marks: at least one character, where a backslash takes the next one along. */
const INNER = String.raw`((?:\\[\s\S]|[^\\])+?)`;
/** Between single marks: the same mark may stand inside only doubled and in pairs, as in `*a **b** c*`. */
const innerOf = (mark) => String.raw`((?:\\[\s\S]|${mark}{2}(?:\\[\s\S]|[^\\${mark}])+${mark}{2}|[^\\${mark}])+)`;
const sticky = (source) => new RegExp(source, "uy");

/** One entry per inline form, tried in this order at every place where a form may begin. */
const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, ([, sign]) => sign],
  [/(`+)([\s\S]*?[^`])\1(?!`)/uy, ([, , code]) => h("code", {}, code.trim() || code)],
  [/<(a?):(\w{2,32}):(\d+)>/uy, ([, , name, id]) => emoji({ id, name })],
  [/<@!?(\d+)>/uy, ([, id], context) => mention(id, context)],
  [/<@&(\d+)>/uy, () => h("span", { class: "mention" }, "@role")],
  [/<#(\d+)>/uy, ([, id], context) => h("span", { class: "mention" }, `#${context.channelName(id)}`)],
  [/<\/([^:<>]{1,100}):\d+>/uy, ([, name]) => h("span", { class: "mention" }, `/${name}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/uy, ([whole, unix, style]) => timestamp(Number(unix), style) ?? whole],
  [sticky(String.raw`\[${INNER}\]\(<?(https?:\/\/[^\s<>)]+)>?(?: "[^"]*")?\)`), ([, label, url], context) =>
    link(url, inline(label, { ...context, insideLink: true }), context)],
  [/<?(https?:\/\/[^\s<>]*[^\s<>.,:;!?"')\]*_~|])>?/uy, ([, url], context) =>
    context.insideLink ? url : link(url, [url], context)],
  [sticky(String.raw`\|\|${INNER}\|\|`), ([, inner], context) => spoiler(inline(inner, context))],
  [sticky(String.raw`\*\*${INNER}\*\*(?!\*)`), ([, inner], context) => h("strong", {}, inline(inner, context))],
  [sticky(String.raw`__${INNER}__(?!_)`), ([, inner], context) => h("u", {}, inline(inner, context))],
  [sticky(String.raw`~~${INNER}~~`), ([, inner], context) => h("s", {}, inline(inner, context))],
  [sticky(String.raw`\*(?=[^\s])${innerOf("\\*")}(?<!\s)\*(?!\*)`), ([, inner], context) =>
    h("em", {}, inline(inner, context))],
  [sticky(String.raw`_(?=[^\s])${innerOf("_")}_(?![\p{L}\p{N}_])`), ([, inner], context) =>
    h("em", {}, inline(inner, context))],
];
/** Text up to the next place where a form may begin. */
const PLAIN = /(?:(?!https?:\/\/)[^\\`<[|*_~])+/uy;

/**
 * The nodes of a text. `context` gives `userName(id)`, `channelName(id)`, `me` and `guild`.
 */
export function markdown(text, context) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const match of text.matchAll(FENCE)) {
    fragment.append(...blocks(text.slice(end, match.index), context));
    fragment.append(h("pre", {}, h("code", { "data-language": match[1] || null }, match[2])));
    end = match.index + match[0].length;
  }
  fragment.append(...blocks(text.slice(end), context));
  return fragment;
}

/** Whether a text is nothing but a few emojis, which are then shown large. */
export const isOnlyEmojis = (text) => ONLY_EMOJIS.test(text);

/** A custom emoji or a Unicode one, as message text and buttons show it. */
export function emoji({ id, name }, alt = `:${name}:`) {
  if (!id) return h("span", { class: "emoji" }, name);
  return h("img", { class: "emoji", src: `/emojis/${id}.png`, alt, title: alt, draggable: "false" });
}

function mention(id, context) {
  const classes = id === context.me.id ? "mention me" : "mention";
  return h("span", { class: classes, "data-mention": id }, `@${context.userName(id)}`);
}

const link = (url, children, context) => h("a", linkTo(url, context), children);

/** A spoiler, which is shown when pressed; the log handles the press. */
export const hidden = (tag, classes, child) =>
  h(tag, { class: classes, role: "button", tabindex: "0", "aria-label": "Spoiler: press to show" }, child);

const spoiler = (children) => hidden("span", "spoiler", h("span", {}, children));

const isQuote = (line) => line.startsWith("> ");
const isLongQuote = (line) => line.startsWith(">>> ");
const isItem = (line) => LIST_ITEM.test(line);
const isHeadline = (line) => HEADING.test(line) || SUBTEXT.test(line);
const isPlain = (line) => !(isQuote(line) || isLongQuote(line) || isItem(line) || isHeadline(line));

/** The lines of a text without code blocks, as block elements. */
function blocks(text, context) {
  const lines = text.replace(/^\n+|\n+$/g, "").split("\n");
  const nodes = [];
  const takeWhile = (belongs) => {
    const end = lines.findIndex((line) => !belongs(line));
    return lines.splice(0, end === -1 ? lines.length : end);
  };
  while (lines.length > 0) {
    const [line] = lines;
    if (isPlain(line)) {
      nodes.push(paragraph(takeWhile(isPlain), context));
    } else if (isQuote(line)) {
      nodes.push(quote(takeWhile(isQuote).map((quoted) => quoted.slice(2)), context));
    } else if (isLongQuote(line)) {
      nodes.push(quote([lines.shift().slice(4), ...lines.splice(0)], context));
    } else if (isItem(line)) {
      nodes.push(list(takeWhile(isItem).map((item) => LIST_ITEM.exec(item)), context));
    } else {
      nodes.push(headline(lines.shift(), context));
    }
  }
  return nodes.filter((node) => node !== null);
}

function headline(line, context) {
  const heading = HEADING.exec(line);
  // The page's own heading has the first level.
  const size = heading && isOnlyEmojis(heading[2]) ? "large" : null;
  if (heading) return h(`h${heading[1].length + 1}`, { class: size }, inline(heading[2], context));
  return h("p", { class: "subtext" }, inline(SUBTEXT.exec(line)[1], context));
}

const quote = (lines, context) => h("blockquote", {}, blocks(lines.join("\n"), context));

function paragraph(lines, context) {
  const text = lines.join("\n");
  return text === "" ? null : h("p", {}, inline(text, context));
}

/** Nested lists from [whole, indent, mark, text] matches; deeper than the first item means inside it. */
function list(items, context) {
  const [, indent, mark] = items[0];
  const isNumbered = mark.endsWith(".");
  const element = h(isNumbered ? "ol" : "ul", { start: isNumbered ? Number.parseInt(mark, 10) : null });
  for (let at = 0; at < items.length; ) {
    let end = at + 1;
    while (end < items.length && items[end][1].length > indent.length) end += 1;
    const inner = items.slice(at + 1, end);
    element.append(h("li", {}, inline(items[at][3], context), inner.length ? list(inner, context) : null));
    at = end;
  }
  return element;
}

/** The forms inside one run of text, as nodes and strings. */
function inline(text, context) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const [node, end] = formAt(text, at, context) ?? plainAt(text, at);
    if (typeof node === "string" && typeof nodes.at(-1) === "string") nodes.push(nodes.pop() + node);
    else nodes.push(node);
    at = end;
  }
  return nodes;
}

function formAt(text, at, context) {
  for (const [pattern, build] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // `build` may use the same pattern for what is inside: the end is known before.
    if (match) return [build(match, context), at + match[0].length];
  }
  return null;
}

function plainAt(text, at) {
  PLAIN.lastIndex = at;
  const run = PLAIN.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(at));
  return [run, at + run.length];
}
