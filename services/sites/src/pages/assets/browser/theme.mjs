import { keep } from './elements.mjs'

const themes = ['system', 'light', 'dark']

/** The switch of themes: the reader's system, light, dark. The loader in the page applies what was chosen before. */
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
    keep('quire-theme', theme)
    show(theme)
  })
}
