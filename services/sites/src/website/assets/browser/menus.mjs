import { toClipboard } from './copy.mjs'
import { all } from './elements.mjs'

/** Menus open without the script; this function closes them when the visitor clicks elsewhere. */
export function startMenus() {
  /** @returns {HTMLDetailsElement[]} */
  const open = () => all('details.menu[open]')
  document.addEventListener('click', ({ target }) => {
    for (const menu of open()) if (!menu.contains(/** @type {Node} */ (target))) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of open()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
  for (const button of all('[data-needs-script]')) button.hidden = false
  for (const button of all('[data-copy-page]')) {
    button.addEventListener('click', () => void copyPage(button))
  }
  for (const button of all('[data-print]')) {
    button.addEventListener('click', () => {
      for (const menu of open()) menu.open = false
      print()
    })
  }
  for (const button of all('[data-copy-text]')) {
    button.addEventListener('click', () => void copy(button, button.dataset.copyText ?? ''))
  }
}

/** @param {HTMLElement} button */
async function copyPage(button) {
  const answer = await fetch(button.dataset.copyPage ?? '')
  if (answer.ok) await copy(button, await answer.text())
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
async function copy(button, text) {
  await toClipboard(text)
  showDone(button, button.dataset.done ?? '')
}

/**
 * Shows for two seconds that an action is done, also to screen readers.
 * @param {HTMLElement} button
 * @param {string} text
 */
export function showDone(button, text) {
  const label = button.querySelector('span') ?? button
  const before = label.textContent
  label.textContent = text
  label.setAttribute('role', 'status')
  setTimeout(() => {
    label.textContent = before
    label.removeAttribute('role')
  }, 2000)
}
