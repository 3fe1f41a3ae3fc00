import { element } from './elements.mjs'

/**
 * Copies a text to the clipboard. Browsers offer the clipboard only on pages loaded over HTTPS; on others a selection
 * is copied.
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
