/** How much of a page is parsed to be indexed; pages that people read have far less. */
const parsedAtMost = { headings: 1000, characters: 200_000 } as const

// Headings cost the most: each is a section, and its words are spelt out. Underlined ones count by their line.
const headingLine = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|[-=]+[ \t]*$)/gm

/**
 * Cuts a page's markdown where parsing it would cost too much: in front of a heading or, where these are few, of a
 * line. The words behind the cut, `rest`, are indexed as they stand, without sections.
 */
export function indexable(markdown: string): { parsed: string; rest: string } {
  const at = Math.min(endOfHeadings(markdown), endOfCharacters(markdown))
  return { parsed: markdown.slice(0, at), rest: markdown.slice(at) }
}

function endOfHeadings(markdown: string): number {
  let count = 0
  for (const { index } of markdown.matchAll(headingLine)) {
    count += 1
    if (count > parsedAtMost.headings) return index
  }
  return markdown.length
}

function endOfCharacters(markdown: string): number {
  if (markdown.length <= parsedAtMost.characters) return markdown.length
  const line = markdown.lastIndexOf('\n', parsedAtMost.characters)
  return line < 0 ? parsedAtMost.characters : line + 1
}

/** How much of the sections of one page is kept to be shown. Words beyond that are found but not shown. */
export const shownAtMost = { titleCharacters: 300, textCharacters: 16_000, bytes: 256 * 1024 } as const
