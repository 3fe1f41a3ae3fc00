import type { Block } from '../nodes/nodes.ts'
import { readPage } from './read-page.ts'

/** A piece of a page that is no block: its words are shown, and what its tags say is not. */
export interface UnknownBlock {
  /** From 1: the line of the piece, or of the block around it. */
  line: number
  /** Its first tag, such as `<center>` or `{% odd %}`. */
  tag: string
  /** Set if the tag is that of a block which nothing closes. */
  isUnclosed?: true
}

/**
 * Tags that are not named: comments, the ends of what was not understood, and files, which are blocks once an import has
 * resolved their paths.
 */
const silent = /^(?:<!|<\/|\{%[-+~]?\s*(?:end|file\b))/

/**
 * The pieces of a page that published pages show by their words alone, and the tags that nothing closes, at most `max`.
 * Throws DocumentError (limits).
 */
export function unknownBlocks(markdown: string, max = 20): UnknownBlock[] {
  // Blanks end with the line, whatever ends it: a run of them is read once.
  if (!/^[^\S\n\r\u2028\u2029]*(?:<|\{%|[-*>]\s)/m.test(markdown)) return []
  const { blocks, unclosed } = readPage(markdown, {}, 'full')
  const lineOf = (start: number) => markdown.slice(0, start).split('\n').length
  const found = unclosed
    .slice(0, max)
    .map(({ tag, start }): UnknownBlock => ({ line: lineOf(start), tag: tag.slice(0, 200), isUnclosed: true }))
  for (const { block, start } of blocks) {
    if (found.length >= max) break
    for (const raw of rawIn(block)) {
      const [tag] = /^(?:<[^>]{1,200}>?|\{%[^%]{1,200}(?:%\})?)/.exec(raw) ?? []
      if (tag === undefined || silent.test(tag)) continue
      if (found.length < max) found.push({ line: lineOf(start), tag })
    }
  }
  return found.toSorted((one, other) => one.line - other.line)
}

/** The markdown of the raw blocks in a block. */
function* rawIn(block: Block): Generator<string> {
  const waiting: unknown[] = [block]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, nodes } = next as { type?: string; nodes?: { leaves?: { raw?: string }[] }[] }
    const [only, ...others] = nodes ?? []
    const raw = type === 'paragraph' && others.length === 0 ? only?.leaves?.[0]?.raw : undefined
    if (raw !== undefined) yield raw
    else waiting.push(...(nodes ?? []).filter((node) => !node.leaves).reverse())
  }
}
