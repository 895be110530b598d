/** The first page: who are you? Remembers the last names in this browser. */

import { h } from "./dom.js";
import { themeOfAddress } from "./theme.js";

const SUGGESTED = ["Ana", "Ben", "Chloé"];
const STORE = "localcord.names";
const REMEMBERED = 8;

/** The address of a person's page, at a channel and a message if given. */
export function seatAddress(user, channel, message) {
  const theme = themeOfAddress();
  const parts = { user, channel, message, theme };
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined);
  return `/?${new URLSearchParams(given)}`;
}

/** The names used here before, then the suggested ones. */
export function familiarNames() {
  return [...new Set([...recentNames(), ...SUGGESTED])];
}

export function rememberName(user) {
  const names = [user, ...recentNames().filter((name) => name !== user)].slice(0, REMEMBERED);
  try {
    localStorage.setItem(STORE, JSON.stringify(names));
  } catch {
    // A browser that stores nothing only forgets the recent names.
  }
}

export function showWelcome() {
  document.getElementById("welcome").hidden = false;
  const input = document.getElementById("welcome-name");
  document.getElementById("welcome-names").replaceChildren(
    ...familiarNames().map((name) => h("li", {}, nameLink(name))));
  document.getElementById("welcome-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name) location.assign(seatAddress(name));
  });
  input.focus();
}

const nameLink = (name) => h("a", { class: "button secondary", href: seatAddress(name) }, name);

function recentNames() {
  try {
    const names = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
