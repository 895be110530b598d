/** What this person's page knows: people, channels, commands, messages. Draws nothing. */

const EPHEMERAL = 1 << 6;

export const isEphemeral = (message) => ((message.flags ?? 0) & EPHEMERAL) !== 0;

/** Snowflakes are too large for a number; the longer one is the later one. */
export const laterThan = (a, b) => (a.length === b.length ? a > b : a.length > b.length);

export class World {
  me = { id: "", username: "" };
  guild = { id: "", name: "" };
  people = [];
  names = new Map();
  channels = [];
  commands = [];
  /** All languages, each by its own name. */
  locales = {};
  online = true;
  /** The start of this connection by the server's clock; anything later is new. */
  since = 0;
  #messages = new Map();

  /** Takes the first frame of a connection, and forgets everything before, since the server sends it again. */
  greet(hello) {
    this.me = hello.user;
    this.guild = hello.guild ?? this.guild;
    this.people = hello.people ?? [];
    this.names = new Map(Object.entries(hello.names ?? {}));
    this.channels = hello.channels ?? [];
    this.commands = hello.commands ?? [];
    this.locales = hello.locales ?? {};
    this.since = hello.now;
    this.#messages.clear();
  }

  put(channel, message) {
    const known = this.#inChannel(channel);
    const isNew = !known.has(message.id);
    known.set(message.id, message);
    return isNew;
  }

  remove(channel, id) {
    this.#inChannel(channel).delete(id);
  }

  message(channel, id) {
    return this.#inChannel(channel).get(id);
  }

  /** The channel's messages, oldest first. */
  messages(channel) {
    return [...this.#inChannel(channel).values()].sort((a, b) => (laterThan(a.id, b.id) ? 1 : -1));
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  userName(id) {
    return this.names.get(id) ?? "unknown-user";
  }

  channelName(id) {
    return this.channel(id)?.name ?? "unknown";
  }

  #inChannel(channel) {
    if (!this.#messages.has(channel)) this.#messages.set(channel, new Map());
    return this.#messages.get(channel);
  }
}
