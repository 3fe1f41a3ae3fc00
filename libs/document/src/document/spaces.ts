/** Words with one space between them. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Lines as one, with one space for each end of a line and the white space around it. In one pass, however much there is. */
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
