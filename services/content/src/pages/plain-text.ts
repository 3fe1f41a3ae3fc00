import type { Link } from '@quire/document'

/** A parsed text of a page as its author submitted it. */
export interface ReadText {
  /** Without front matter. */
  markdown: string
  /** Fields of the front matter, if there is any. */
  found: Record<string, unknown> | undefined
  /** Title of the heading at the beginning. */
  heading: string | undefined
  links: Link[]
}

export interface OpeningHeading {
  title: string
  /** Offset of the text after the heading. */
  end: number
}

/** Longer texts and nested blocks go to the parser, which refuses excessive length and nesting. */
const maxPlainLength = 20_000
const nested = /^[ \t]*(?:(?:[>+*-]|\d+[.)])[ \t]*){3}/m
/** Matches every text that may contain a link: each link syntax has one of these. */
const linking = /[\]<]|\{%|:\/\/|www\./

/** True if a text certainly has no links. */
export const isWithoutLinks = (markdown: string) =>
  markdown.length <= maxPlainLength && !linking.test(markdown) && !nested.test(markdown)

const opening = /^\n*(?: {0,3}#[^\n]*(?:\n|$)|(?:[^\n]+\n){1,3} {0,3}=+[ \t]*(?:\n|$))/
/**
 * Matches a heading of letters, digits and single spaces, which have no other meaning in markdown and need no parser.
 */
const plainHeading = /^\n*# ([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)(?:\n|$)/u

/** Returns the beginning of a text if it may be a heading, and the heading if it certainly is one. */
export function openingOf(markdown: string): { written: string; heading?: OpeningHeading } | undefined {
  const written = opening.exec(markdown)?.[0]
  if (written === undefined) return undefined
  const title = plainHeading.exec(written)?.[1]
  return { written, ...(title !== undefined && { heading: { title, end: written.length } }) }
}

/** Parses a text without the parser; undefined if it may have front matter, links or markup in its heading. */
export function readPlain(markdown: string): ReadText | undefined {
  const opens = openingOf(markdown)
  const isPlain = (!opens || opens.heading) && !/^\s*---/.test(markdown) && isWithoutLinks(markdown)
  return isPlain ? { markdown, found: undefined, heading: opens?.heading?.title, links: [] } : undefined
}
