/** Links to messages, which the bot writes as Discord's own addresses; on this page they lead to this page's messages. */

import { inNewTab } from "./dom.js";
import { seatAddress } from "./welcome.js";

const ADDRESS = /^https:\/\/discord\.com\/channels\/(@me|\d+)\/(\d+)\/(\d+)\/?$/u;

/** The attributes of a link: one to a message of this server or a DM stays on this page, any other opens a tab. */
export function linkTo(url, { me, guild }) {
  const [, server, channel, message] = url.match(ADDRESS) ?? [];
  if (server !== "@me" && server !== guild.id) return inNewTab(url);
  return { href: seatAddress(me.username, channel, message), "data-channel": channel, "data-message": message };
}

/** Where a click leads on this page: {channel, message}, or null when it is not on a link to a message. */
export function placeOf(target) {
  return target.closest?.("a[data-message]")?.dataset ?? null;
}

/** Whether a click asks for another tab or window. */
export const isElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey;
