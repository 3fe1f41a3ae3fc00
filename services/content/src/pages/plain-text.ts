import type { Link } from '@quire/document'

/** A text of a page as its writer gave it, read once. */
export interface ReadText {
  /** Without front matter. */
  markdown: string
  /** What its front matter says, where it has some. */
  found: Record<string, unknown> | undefined
  /** The title of the heading that it opens with. */
  heading: string | undefined
  links: Link[]
}

export interface OpeningHeading {
  title: string
  /** Where the text after it begins. */
  end: number
}

/** Longer texts, and those with blocks in blocks, go to the parser, which refuses what is too much of either. */
const longestPlain = 20_000
const nested = /^[ \t]*(?:(?:[>+*-]|\d+[.)])[ \t]*){3}/m
/** Each way to write a link has one of these. */
const linking = /[\]<]|\{%|:\/\/|www\./

/** Whether a text surely has no links. */
export const isWithoutLinks = (markdown: string) =>
  markdown.length <= longestPlain && !linking.test(markdown) && !nested.test(markdown)

const opening = /^\n*(?: {0,3}#[^\n]*(?:\n|$)|(?:[^\n]+\n){1,3} {0,3}=+[ \t]*(?:\n|$))/
/** Letters, digits and single spaces mean nothing else in markdown: such a heading needs no parser. */
const plainHeading = /^\n*# ([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)(?:\n|$)/u

/** What a text opens with where that may be a heading, and the heading where it surely is one. */
export function openingOf(markdown: string): { written: string; heading?: OpeningHeading } | undefined {
  const written = opening.exec(markdown)?.[0]
  if (written === undefined) return undefined
  const title = plainHeading.exec(written)?.[1]
  return { written, ...(title !== undefined && { heading: { title, end: written.length } }) }
}

/** Reads a text that needs no parser: without front matter, links or a heading of more than words. */
export function readPlain(markdown: string): ReadText | undefined {
  const opens = openingOf(markdown)
  const isPlain = (!opens || opens.heading) && !/^\s*---/.test(markdown) && isWithoutLinks(markdown)
  return isPlain ? { markdown, found: undefined, heading: opens?.heading?.title, links: [] } : undefined
}
