import type { Range } from './syntax-tree.ts'

const opening = '<!--'
const closing = '-->'

/** True if a text may have comments of HTML, of which readers see nothing. */
export const mayHaveComments = (text: string): boolean => text.includes(opening)

/**
 * The text without anything that looks like a comment, in code too. A comment that nothing ends reaches to the end. For
 * texts that are not parsed, and for the text between the tags of HTML.
 */
export function cutComments(text: string): string {
  let rest = ''
  let from = 0
  for (const { start, end } of commentsIn(text)) {
    rest += text.slice(from, start)
    from = end
  }
  return from === 0 ? text : rest + text.slice(from)
}

/** The ranges of a text that look like comments. */
export function commentsIn(text: string): Range[] {
  const comments: Range[] = []
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, comments.at(-1)?.end)) {
    const end = text.indexOf(closing, start)
    comments.push({ start, end: end < 0 ? text.length : end + closing.length })
  }
  return comments
}
