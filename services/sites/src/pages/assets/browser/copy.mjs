import { element } from './elements.mjs'

/**
 * Puts a text on the clipboard. Browsers keep that to pages that came encrypted; the others copy what is selected.
 * @param {string} text
 */
export async function toClipboard(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const before = /** @type {HTMLElement | null} */ (document.activeElement)
  const field = element('textarea', { class: 'hidden-text', readonly: '' })
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  before?.focus()
}
