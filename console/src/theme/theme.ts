/** The themes that a person may choose; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const name = 'quire-theme'

/** Returns the theme that the person chose on this device. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(name)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Shows a theme, and stores it as the choice of this device: sites on the same host have the same choice. */
export function chooseTheme(theme: Theme) {
  localStorage.setItem(name, theme)
  applyTheme(theme)
}

export function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
