/** An embed of a classic message. Draws only. */

import { cssColour, localUrl } from "./components.js";
import { h, inNewTab } from "./dom.js";
import { markdown } from "./markdown.js";
import { timestamp } from "./timestamps.js";

/** The element of an embed: author, title, text, fields, pictures, footer, each if it is there. */
export function drawEmbed(embed, view) {
  const { author, description, fields = [], image, thumbnail } = embed;
  const element = h("section", { class: "embed" },
    thumbnail ? picture(thumbnail, "embed-thumbnail", view) : null,
    author ? h("p", { class: "embed-author" }, author.name) : null,
    embed.title ? title(embed, view) : null,
    description ? h("div", { class: "text" }, markdown(description, view)) : null,
    fields.length ? h("dl", { class: "embed-fields" }, fields.map((field) => drawField(field, view))) : null,
    image ? picture(image, "embed-image", view) : null,
    footer(embed));
  if (typeof embed.color === "number") element.style.setProperty("--accent", cssColour(embed.color));
  return element;
}

function title(embed, view) {
  const words = markdown(embed.title, view);
  const isAddress = /^https?:\/\//u.test(embed.url ?? "");
  return h("div", { class: "embed-title" }, isAddress ? h("a", inNewTab(embed.url), words) : words);
}

const drawField = ({ name, value, inline }, view) =>
  h("div", { class: inline ? "inline" : null }, h("dt", {}, markdown(name, view)), h("dd", {}, markdown(value, view)));

const picture = ({ url, description, width, height }, classes, view) =>
  h("img", { class: classes, src: localUrl(url, view), alt: description ?? "", width, height });

function footer({ footer: words, timestamp: moment }) {
  const parts = [words?.text, moment ? timestamp(Date.parse(moment) / 1000) : null].filter(Boolean);
  return parts.length ? h("p", { class: "subtext" }, parts.flatMap((part, at) => (at ? [" · ", part] : [part]))) : null;
}
