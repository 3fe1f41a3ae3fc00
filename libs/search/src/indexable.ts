/** Bounds on the part of a page that is parsed for the index; pages that people read have far less. */
const maxParsed = { headings: 1000, characters: 200_000 } as const

// Headings cost the most: each begins a section, whose words are listed. Underlined headings are counted by their
// underline.
const headingLine = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|[-=]+[ \t]*$)/gm

/**
 * Cuts a page's markdown if parsing all of it would cost too much: before a heading or, if there are few headings,
 * before a line. The text after the cut, `rest`, is indexed unparsed and without sections.
 */
export function indexable(markdown: string): { parsed: string; rest: string } {
  const at = Math.min(endOfHeadings(markdown), endOfCharacters(markdown))
  return { parsed: markdown.slice(0, at), rest: markdown.slice(at) }
}

function endOfHeadings(markdown: string): number {
  let count = 0
  for (const { index } of markdown.matchAll(headingLine)) {
    count += 1
    if (count > maxParsed.headings) return index
  }
  return markdown.length
}

function endOfCharacters(markdown: string): number {
  if (markdown.length <= maxParsed.characters) return markdown.length
  const line = markdown.lastIndexOf('\n', maxParsed.characters)
  return line < 0 ? maxParsed.characters : line + 1
}

/** Bounds on the sections of one page that are stored for display. Words beyond them are found but not displayed. */
export const maxStored = { titleCharacters: 300, textCharacters: 16_000, bytes: 256 * 1024 } as const
