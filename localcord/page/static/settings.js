/** What a person can set: the theme, their language, the server's language, and whether they own the server. */

import { h } from "./dom.js";
import { THEMES, chooseTheme, currentTheme } from "./theme.js";

const SYSTEM = "";
/** Only a Community has a language in Discord. */
const NO_COMMUNITY = ["", "none: it is no Community"];
const ROLES = [["member", "a member"], ["manager", "the server’s owner"]];

export class Settings {
  #element = document.getElementById("settings");
  #send;

  /** `send(frame)` sends a choice to the server. */
  constructor(send) {
    this.#send = send;
  }

  /** Draws the fields. `locales` has each locale's name; `mine`, `guild` ("" for none) and `role` are the current choices. */
  draw({ locales, mine, guild, role }) {
    const themes = [[SYSTEM, "as the system"], ...THEMES.map((theme) => [theme, theme])];
    this.#element.replaceChildren(
      field("Theme", themes, currentTheme() ?? SYSTEM, (theme) => chooseTheme(theme === SYSTEM ? null : theme)),
      this.#language("Your language", "mine", mine, Object.entries(locales)),
      this.#language("The server’s language", "guild", guild, [NO_COMMUNITY, ...Object.entries(locales)]),
      field("You are", ROLES, role, (chosen) => this.#send({ t: "role", role: chosen })));
  }

  #language(label, whose, chosen, locales) {
    return field(label, locales, chosen, (locale) => this.#send({ t: "locale", whose, locale }));
  }
}

function field(label, choices, chosen, onChoice) {
  const options = choices.map(([value, name]) => h("option", { value, selected: value === chosen }, name));
  const select = h("select", { onchange: ({ target }) => onChoice(target.value) }, options);
  return h("label", {}, label, select);
}
