/** One message as an <article>: author, time, content, components. Draws only. */

import { drawn, fileCard, localUrl, textClasses } from "./components.js";
import { h, inNewTab } from "./dom.js";
import { markdown } from "./markdown.js";
import { sentAt } from "./timestamps.js";
import { isEphemeral } from "./world.js";

const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;
const AVATAR_HUES = 360;

/**
 * The article of a message.
 * `world` gives names and channels; `trouble` is a sentence about its last click, `busy` the custom_ids under way.
 */
export function drawMessage(message, world, { busy, trouble }) {
  const view = {
    me: world.me, guild: world.guild, names: world.names, channels: world.channels, busy, attachments: message.attachments ?? [],
    userName: (id) => message.mentions?.find((user) => user.id === id)?.global_name ?? world.userName(id),
    channelName: (id) => world.channelName(id),
  };
  const mentionsMe = (message.mentions ?? []).some(({ id }) => id === world.me.id);
  const classes = ["message", isEphemeral(message) && "ephemeral", mentionsMe && "mentions-me"].filter(Boolean);
  const headId = `head-${message.id}`;
  const identity = { "data-message-id": message.id, "aria-labelledby": headId, tabindex: "-1" };
  return h("article", { class: classes.join(" "), ...identity },
    avatar(message.author),
    h("div", { class: "body" },
      cause(message),
      h("header", { id: headId },
        person(message.author, "author"),
        message.author.bot ? h("span", { class: "tag" }, "APP") : null,
        h("span", { class: "sent" }, sentAt(message.timestamp))),
      h("div", { class: "content" }, content(message, view)),
      message.thread ? h("p", { class: "cause" }, `↳ ${message.thread.name}`) : null,
      trouble ? h("p", { class: "trouble", role: "alert" }, `⚠ ${trouble}`) : null,
      isEphemeral(message) ? privacy() : null));
}

/** A message's first words as plain text, for screen readers. */
export function firstWords(article) {
  const text = article.querySelector(".content")?.innerText ?? "";
  return text.trim().split("\n", 1)[0].slice(0, 120);
}

const nameOf = (user) => user.global_name || user.username;

function avatar(author) {
  const letter = [...nameOf(author)][0]?.toUpperCase() ?? "?";
  const element = h("div", { class: author.bot ? "avatar app" : "avatar", "aria-hidden": "true" }, letter);
  // 47 and 360 have no common factor, so consecutive ids get very different colours.
  element.style.setProperty("--hue", Number(BigInt(author.id) * 47n % BigInt(AVATAR_HUES)));
  return element;
}

/** A name, and for a person the way to the bot's commands in their menu. */
function person(user, classes) {
  if (user.bot) return h("span", { class: classes }, nameOf(user));
  return h("button", { type: "button", class: `person ${classes}`, "data-person": user.id }, nameOf(user));
}

/** "Ana used /play bluff". */
function cause({ interaction_metadata: metadata }) {
  const { user, name } = metadata ?? {};
  if (user && name) return h("p", { class: "cause" }, person(user, ""), " used ", h("b", {}, `/${name}`));
  return null;
}

function content(message, view) {
  const { flags = 0, components = [], attachments = [] } = message;
  if (flags & LOADING) return h("p", { class: "subtext thinking" }, `${nameOf(message.author)} is thinking…`);
  // A V2 message shows its attachments through components alone.
  if (flags & COMPONENTS_V2) return drawn(components, view);
  return [
    text(message, view),
    attachments.map((attachment) => attached(attachment, view)),
    drawn(components, view),
  ].flat();
}

function text(message, view) {
  if (!message.content) return null;
  const edited = message.edited_timestamp && !message.author.bot ? h("small", { class: "edited" }, "(edited)") : null;
  return h("div", { class: textClasses(message.content) }, markdown(message.content, view), edited);
}

function attached(attachment, view) {
  if (!attachment.content_type?.startsWith("image/")) {
    return fileCard({ url: attachment.url, name: attachment.filename, size: attachment.size }, view);
  }
  const url = localUrl(attachment.url, view);
  const { description, width, height } = attachment;
  return h("a", { class: "picture", ...inNewTab(url) },
    h("img", { src: url, alt: description ?? "", title: description, width, height }));
}

function privacy() {
  return h("footer", {}, "Only you can see this · ",
    h("button", { type: "button", class: "as-link", "data-dismiss": true }, "Dismiss message"));
}
