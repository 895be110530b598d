/** Everything around the messages: the channel list, the person's name, the second seat, and the banner. */

import { h, inNewTab } from "./dom.js";
import { isElsewhere } from "./places.js";
import { familiarNames, seatAddress } from "./welcome.js";

const SIGNS = { text: "#", thread: "↳", dm: "@" };

export class Header {
  #channels = document.getElementById("channels");
  #people = document.getElementById("people");
  #second = document.getElementById("second-seat");
  #banner = document.getElementById("banner");
  #unread = new Set();
  #world;
  #switchTo;

  /** `switchTo(id)` shows another channel. */
  constructor(world, switchTo) {
    this.#world = world;
    this.#switchTo = switchTo;
    // Each press opens another person's page, so next the following name is offered.
    this.#second.addEventListener("click", () => this.#offerSecondSeat(this.#second.dataset.name));
  }

  /** Draws channel names, people and the second seat's link for the channel on show. */
  draw(channelId) {
    const channel = this.#world.channel(channelId);
    const name = channel ? `${SIGNS[channel.kind]}${channel.name}` : "no channel";
    this.#unread.delete(channelId);
    document.getElementById("channel-name").textContent = name;
    document.getElementById("guild-name").textContent = this.#world.guild.name;
    document.title = `${this.#world.me.username} · ${name}`;
    this.#drawChannels(channelId);
    this.#drawPeople(channelId);
    this.#offerSecondSeat(null);
  }

  /** Marks a channel that is not on show. */
  markUnread(channelId) {
    this.#unread.add(channelId);
    this.#channels.querySelector(`[data-channel-id="${CSS.escape(channelId)}"]`)?.classList.add("unread");
  }

  /** One sentence above the messages, or null. */
  banner(text) {
    this.#banner.hidden = text === null;
    this.#banner.textContent = text ?? "";
  }

  #drawChannels(current) {
    const kinds = [["Channels", ["text", "thread"]], ["Direct messages", ["dm"]]];
    this.#channels.replaceChildren(...kinds.flatMap(([title, wanted]) => {
      const channels = this.#world.channels.filter(({ kind }) => wanted.includes(kind));
      if (channels.length === 0) return [];
      return [h("h2", {}, title), h("ul", {}, channels.map((channel) => this.#channelLink(channel, current)))];
    }));
  }

  #channelLink({ id, name, kind }, current) {
    const classes = [kind, this.#unread.has(id) ? "unread" : ""].join(" ");
    const link = h("a", {
      href: seatAddress(this.#world.me.username, id), class: classes, "data-channel-id": id,
      "aria-current": id === current ? "page" : null,
    }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]), name);
    link.addEventListener("click", (event) => {
      if (isElsewhere(event)) return;
      event.preventDefault();
      if (this.#channels.matches(":popover-open")) this.#channels.hidePopover();
      this.#switchTo(id);
    });
    return h("li", {}, link);
  }

  #others() {
    const names = [...new Set([...this.#world.people, ...familiarNames()])];
    return names.filter((name) => name !== this.#world.me.username);
  }

  #drawPeople(channel) {
    const { username, global_name: shown } = this.#world.me;
    const open = document.getElementById("open-people");
    open.replaceChildren(h("span", {}, shown || username), h("span", { "aria-hidden": "true" }, " ▾"));
    open.setAttribute("aria-label", `You are ${shown || username}. Change who you are`);
    this.#people.replaceChildren(
      h("h2", {}, "Be someone else"),
      h("ul", {}, this.#others().map((name) => personLinks(name, seatAddress(name, channel)))),
      h("a", { href: "/" }, "Another name…"));
  }

  #offerSecondSeat(after) {
    const others = this.#others();
    const name = others[(others.indexOf(after) + 1) % others.length];
    const channel = new URL(location.href).searchParams.get("channel");
    // The click that advances the offer still follows the old address.
    setTimeout(() => {
      this.#second.dataset.name = name;
      this.#second.href = seatAddress(name, channel);
      this.#second.replaceChildren(h("span", { class: "wide" }, "Open a second seat: "), `${name} ↗`);
    });
  }
}

function personLinks(name, address) {
  return h("li", {},
    h("a", { href: address }, name),
    h("a", { class: "new-tab", ...inNewTab(address), "aria-label": `${name}, in another tab` }, "new tab ↗"));
}
