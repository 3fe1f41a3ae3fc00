import { storeChoice } from './elements.mjs'

const themes = ['system', 'light', 'dark']

/** Starts the theme switch: system, light, dark. The loader in the page applies the stored choice. */
export function startThemes() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-theme-switch]'))
  if (!button) return
  const names = (button.dataset.names ?? '').split('|')
  const label = button.getAttribute('aria-label') ?? ''
  /** @param {string} theme */
  const show = (theme) => {
    button.dataset.now = theme
    button.setAttribute('aria-label', `${label}: ${names[themes.indexOf(theme)] ?? theme}`)
    button.title = names[themes.indexOf(theme)] ?? theme
  }
  button.hidden = false
  show(document.documentElement.dataset.theme ?? 'system')
  button.addEventListener('click', () => {
    const theme = themes[(themes.indexOf(button.dataset.now ?? '') + 1) % themes.length] ?? 'system'
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    storeChoice('quire-theme', theme)
    show(theme)
  })
}
