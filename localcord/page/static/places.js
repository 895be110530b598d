/** Links to messages, which the bot writes as Discord's own addresses; on this page they lead to this page's messages. */

const ADDRESS = /^https:\/\/discord\.com\/channels\/(@me|\d+)\/(\d+)\/(\d+)\/?$/;

/** Where a click on a link leads: {channel, message}, or null when it is not to a message of this server or a DM. */
export function placeOf(target, guild) {
  const [, server, channel, message] = target.closest?.("a[href]")?.href.match(ADDRESS) ?? [];
  return server === "@me" || server === guild ? { channel, message } : null;
}
