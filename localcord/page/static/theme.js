/** Light or dark: set by the address, else by a choice in this browser, else by the system. */

const STORE = "localcord.theme";
export const THEMES = ["light", "dark"];

/** The theme that the address names, or null. */
export const themeOfAddress = () => known(new URL(location.href).searchParams.get("theme"));

/** The theme in force, or null where the system decides. */
export function currentTheme() {
  return known(document.documentElement.dataset.theme);
}

export function applyTheme() {
  put(themeOfAddress() ?? remembered());
}

/** Chooses a theme for this browser, or the system's for null. It overrides the address. */
export function chooseTheme(theme) {
  put(theme);
  const address = new URL(location.href);
  address.searchParams.delete("theme");
  history.replaceState(null, "", address);
  try {
    if (theme) localStorage.setItem(STORE, theme);
    else localStorage.removeItem(STORE);
  } catch {
    // A browser that stores nothing forgets the choice when the page is reloaded.
  }
}

const known = (theme) => (THEMES.includes(theme) ? theme : null);

function put(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function remembered() {
  try {
    return known(localStorage.getItem(STORE));
  } catch {
    return null;
  }
}
