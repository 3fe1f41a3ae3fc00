import { parse } from '../markdown/parse.ts'
import { descendants, type Range, rangeOf } from '../markdown/syntax-tree.ts'
import { linksOf } from './links.ts'

/** A part of a text by which a page reaches beyond its words: an address, HTML, a block tag or the text of a footnote. */
interface Reach {
  /** The address that it reaches, or the tag as it is written. */
  what: string
  /** The part to take away, so that it reaches nothing: the address where it can be told apart. */
  part: Range
  /** All of it, with the words of a link. */
  whole: Range
  /** True for the text of a footnote. */
  isNote?: true
}

/** Text that other readers of markdown take for HTML, though this parser reads words. */
const tagLike = /<[a-z/!?][^<>]*>/gi

/**
 * Everything in a text that a reader of it loads, follows or runs, in the order of the text. Code has nothing of that.
 * Throws DocumentError (limits).
 */
export function reaches(markdown: string): Reach[] {
  const root = parse(markdown)
  const addresses = linksOf(root, markdown).map(({ url, source, position: { start, end } }) => ({
    what: url,
    part: source ?? { start, end },
    whole: { start, end },
  }))
  const tags = [...descendants(root)].flatMap((node) => {
    const { start, end } = rangeOf(node)
    const text = markdown.slice(start, end)
    if (node.type === 'html' || node.type === 'blockTag') return [reach(text, start)]
    if (node.type === 'footnoteDefinition') return [{ ...reach(text, start), isNote: true as const }]
    // References to a definition may follow later.
    if (node.type === 'definition') return [{ ...reach(text, start), what: node.url }]
    return node.type === 'text' ? [...text.matchAll(tagLike)].map((tag) => reach(tag[0], start + tag.index)) : []
  })
  return [...addresses, ...tags].sort((one, other) => one.part.start - other.part.start)
}

function reach(what: string, start: number): Reach {
  const whole = { start, end: start + what.length }
  return { what, part: whole, whole }
}
