/** Discord's `<t:unix:style>` as <time> elements; the relative ones tick. Knows nothing of messages. */

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** The units' lengths in seconds, longest first. */
const UNITS = [
  ["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1],
];
/** The latest time that a Date can hold. */
const LAST_SECOND = 8.64e12;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
let serverAhead = 0;

/** The page counts by the server's clock: "in 5 seconds" is about when the server will act. */
export function setServerTime(unix) {
  serverAhead = unix - Date.now() / 1000;
}

function sinceNow(unix) {
  const seconds = Math.round(unix - (Date.now() / 1000 + serverAhead));
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return relative.format(Math.round(seconds / size), unit);
}

/** A <time> for a unix second in one of Discord's styles; null when no calendar has that moment. */
export function timestamp(unix, style = "f") {
  if (Math.abs(unix) > LAST_SECOND) return null;
  const moment = new Date(unix * 1000);
  const full = moment.toLocaleString(undefined, STYLES.F);
  const text = style === "R" ? sinceNow(unix) : moment.toLocaleString(undefined, STYLES[style] ?? STYLES.f);
  return h("time", { datetime: moment.toISOString(), title: full, "data-ticks": style === "R" ? unix : null }, text);
}

/** When a message was sent: the time alone today, with the date otherwise. */
export function sentAt(iso) {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  return timestamp(moment.getTime() / 1000, isToday ? "t" : "f");
}

/** Keeps every relative time on the page up to date. */
export function startTicking() {
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-ticks]")) {
      const text = sinceNow(Number(time.dataset.ticks));
      if (time.textContent !== text) time.firstChild.nodeValue = text;
    }
  }, 1000);
}
