/**
 * Copies a text; false if the browser refuses. A page at a plain http address has no clipboard, so there the text is
 * selected in a field beside the button that was pressed, since a dialog takes the focus back from everything outside it.
 */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text, button)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(text, button),
  )
}

function copySelected(text: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden-text'
  button.after(field)
  field.focus()
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    button.focus()
  }
}
