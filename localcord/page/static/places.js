/** Links to messages lead to https://discord.com/channels/<server>/<channel>/<message>; here they stay on the page. */

const ADDRESS = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)\/(\d+)$/;

/** From now on such a link scrolls to its message, or opens the channel that has it. */
export function followPlaces() {
  document.addEventListener("click", (event) => {
    const found = event.target.closest?.("a[href]")?.href.match(ADDRESS);
    if (!found) return;
    event.preventDefault();
    const [, channel, message] = found;
    const article = document.querySelector(`article[data-message-id="${message}"]`);
    if (article) {
      article.scrollIntoView({ block: "center" });
      return;
    }
    const there = new URL(location.href);
    there.searchParams.set("channel", channel);
    location.assign(there);
  });
}
