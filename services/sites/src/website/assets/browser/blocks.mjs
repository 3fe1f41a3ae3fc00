import { toClipboard } from './copy.mjs'
import { all, element } from './elements.mjs'
import { showDone } from './menus.mjs'
import { report } from './reports.mjs'
import { revealElement } from './tabs.mjs'

/** Starts the functions of blocks that need the script, and shows their buttons. */
export function startBlocks() {
  startEach('[data-copy]', (button) => button.addEventListener('click', () => void copyCode(button)))
  startEach('[data-more]', foldCode)
  startEach('[data-frame]', (button) => button.addEventListener('click', () => showFrame(button)))
  startEach('[data-picture]', (button) => button.addEventListener('click', () => showPicture(button)))
  startEach('[data-action=select]', (button) =>
    button.addEventListener('click', () => revealElement(encodeURIComponent(button.dataset.slug ?? ''))),
  )
}

/**
 * @param {string} selector
 * @param {(button: HTMLElement) => void} begin
 */
function startEach(selector, begin) {
  for (const button of all(selector)) {
    button.hidden = false
    begin(button)
  }
}

/** @param {HTMLElement} button */
async function copyCode(button) {
  const code = button.parentElement?.querySelector('code')
  await toClipboard((code?.textContent ?? '').replace(/\n$/, ''))
  showDone(button, button.dataset.done ?? '')
  report({ type: 'code_copy' })
}

/**
 * Folds long code to its first lines until the visitor asks for the others.
 * @param {HTMLElement} button
 */
function foldCode(button) {
  const code = /** @type {HTMLElement | null} */ (button.closest('[data-lines]'))
  if (!code) return
  const lines = Array.from(code.querySelectorAll('.line'))
  for (const line of lines.slice(Number(code.dataset.lines))) line.classList.add('folded')
  code.classList.add('closed')
  button.addEventListener('click', () => {
    code.classList.remove('closed')
    button.remove()
  })
}

/**
 * Loads a frame of another site in place of the button that asked for it.
 * @param {HTMLElement} button
 */
function showFrame(button) {
  const { frame, title } = button.dataset
  const sandbox = 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation'
  const says = { src: frame, title, sandbox, allow: 'fullscreen; encrypted-media', referrerpolicy: 'strict-origin' }
  button.replaceWith(element('iframe', says))
}

/**
 * Loads a picture of another site in place of the link to it.
 * @param {HTMLElement} button
 */
function showPicture(button) {
  const { picture, alt } = button.dataset
  button.parentElement?.replaceWith(element('img', { src: picture, alt: alt ?? '', referrerpolicy: 'no-referrer' }))
}
