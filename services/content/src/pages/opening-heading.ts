import { sections } from '@quire/document'

interface OpeningHeading {
  title: string
  /** Where the text after it begins. */
  end: number
}

/** Letters, digits and single spaces mean nothing else in markdown: such a heading needs no parser. */
const plainHeading = /^\n*# ([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)(?:\n|$)/u

/**
 * The heading of the first level that a text opens with. Only the first block is parsed: to parse all of a long page
 * would cost too much.
 */
export function openingHeading(markdown: string): OpeningHeading | undefined {
  const written = /^\n*(?: {0,3}#[^\n]*(?:\n|$)|(?:[^\n]+\n){1,3} {0,3}=+[ \t]*(?:\n|$))/.exec(markdown)?.[0]
  if (written === undefined) return undefined
  const plain = plainHeading.exec(written)?.[1]
  if (plain !== undefined) return { title: plain, end: written.length }
  const [before, first] = sections(written, { title: '' })
  if (before?.markdown.trim() !== '' || first?.level !== 1) return undefined
  return { title: first.title, end: written.length }
}
