/** Words with one space between them. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Lines as one line: one space for each line end and the white space around it. One pass, however long the text is. */
export function onOneLine(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  const last = lines.length - 1
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.trimStart()
      return index === last ? start : start.trimEnd()
    })
    .join(' ')
}
