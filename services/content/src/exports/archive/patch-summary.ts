import type { Summary, SummaryPage } from '@quire/document'
import { alignLines } from '../../editing/merge/align-lines.ts'

/** A table of contents, as a text and as it is read. */
export interface ReadSummary {
  text: string
  summary: Summary
}

/** An entry of a table of contents: its lines, and what follows it up to the next entry. */
interface Entry {
  key: string
  /** The file or folder of a page; the key of another entry. */
  place: string
  own: string
  after: string
}

/** An entry of the source, with the entries after it that only the source has. */
interface FoundEntry extends Entry {
  followers: string
}

/**
 * Puts the changes from `before` to `now`, both written by `writeSummary`, into the source that `before` was read from,
 * in the style of the source. Undefined if the source does not have the entries of `before`.
 */
export function patchSummary(source: ReadSummary, before: ReadSummary, now: ReadSummary): string | undefined {
  const inSource = entriesIn(source)
  const inBefore = entriesIn(before)
  const inNow = entriesIn(now)
  const matched = inBefore.entries.length > 0 && matching(inSource.entries, inBefore.entries)
  if (!matched) return undefined
  const { found, first } = matched
  const pairs = alignLines(
    inBefore.entries.map(({ own }) => own),
    inNow.entries.map(({ own }) => own),
  )
  const style = styleOf(inSource.entries)
  let [text, last, written] = [inSource.preface + first, -1, 0]
  /** Writes the entries of the source alone that follow others up to one. */
  const writeFollowers = (end: number) => {
    for (const { followers } of found.slice(written, end)) text += followers
    written = Math.max(written, end)
  }
  for (const [at, entry] of inNow.entries.entries()) {
    const pair = pairs.get(at)
    const isNext = pair !== undefined && pair === last + 1
    if (at > 0) text += isNext ? (found[last]?.after ?? '') : style(inNow.entries[at - 1]?.after ?? '')
    if (pair !== undefined) writeFollowers(pair)
    text += (pair !== undefined && found[pair]?.own) || style(entry.own)
    if (pair !== undefined) writeFollowers(pair + 1)
    last = pair ?? Number.NaN
  }
  writeFollowers(found.length)
  return text + (last === found.length - 1 ? (found[last]?.after ?? '') : '')
}

/**
 * Leaves out of `before` the entries that the source lacks, and out of `now` the groups and links among these: they stay in
 * the space as long as some file of the source cannot be imported.
 */
export function withoutMissing(
  source: ReadSummary,
  before: ReadSummary,
  now: ReadSummary,
): { before: string; now: string } {
  const there = new Set(entriesIn(source).entries.flatMap(({ key, place }) => [key, place]))
  const [was, is] = [entriesIn(before), entriesIn(now)]
  const missing = new Set(was.entries.flatMap(({ place }) => (there.has(place) ? [] : [place])))
  const textOf = ({ preface, entries }: typeof was, isLeft: (entry: Entry) => boolean) =>
    preface + entries.flatMap((entry) => (isLeft(entry) ? [entry.own + entry.after] : [])).join('')
  return {
    before: textOf(was, ({ place }) => !missing.has(place)),
    now: textOf(is, ({ key, place }) => key !== place || !missing.has(place)),
  }
}

/** Divides a text into its entries, each with its line end. */
function entriesIn({ text, summary }: ReadSummary): { preface: string; entries: Entry[] } {
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []
  const found = flat(summary.pages)
  const entries = found.map(({ line, key, place }, at): Entry => {
    const part = lines.slice(line - 1, (found[at + 1]?.line ?? lines.length + 1) - 1)
    const own = part.slice(0, part.findLastIndex((one) => one.trim() !== '') + 1)
    return { key, place, own: own.join(''), after: part.slice(own.length).join('') }
  })
  return { preface: lines.slice(0, (found[0]?.line ?? 1) - 1).join(''), entries }
}

const flat = (pages: readonly SummaryPage[]): (Pick<Entry, 'key' | 'place'> & { line: number })[] =>
  pages
    .flatMap((page) => [{ line: page.line, key: keyOf(page), place: placeOf(page) }, ...flat(page.pages)])
    .sort((one, other) => one.line - other.line)

/** A page whose file could not be imported is a group in the space if it has subpages. */
export const keyOf = ({ type, title }: SummaryPage) => `${type === 'group' ? 'document' : type} ${title}`

const placeOf = (page: SummaryPage) =>
  page.type === 'document' ? `/${page.path.normalize()}`.replace(/\/(?:readme\.(?:md|markdown))?$/i, '') : keyOf(page)

/**
 * Finds the entries in the source, in their order. Entries that only the source has follow the one before them; `first` are
 * those before all others.
 */
function matching(
  source: readonly Entry[],
  wanted: readonly Entry[],
): { found: FoundEntry[]; first: string } | undefined {
  const found: FoundEntry[] = []
  let first = ''
  for (const entry of source) {
    const last = found.at(-1)
    if (entry.key === wanted[found.length]?.key) found.push({ ...entry, followers: '' })
    else if (last) {
      last.followers += last.after + entry.own
      last.after = entry.after
    } else first += entry.own + entry.after
  }
  return found.length === wanted.length ? { found, first } : undefined
}

/** Returns a function that writes entries with the bullets, the indentation and the line ends of the source. */
function styleOf(entries: readonly Entry[]): (written: string) => string {
  const bullet = entries.map(({ own }) => /^\s*([*+-])\s/.exec(own)?.[1]).find(Boolean) ?? '*'
  const indent = entries.map(({ own }) => /^(\s+)[*+-]\s/.exec(own)?.[1]).find(Boolean) ?? '  '
  const end = /\r\n?|\n/.exec(entries[0]?.own ?? '')?.[0] ?? '\n'
  return (written) =>
    written
      .replace(/^((?: {2})*)\* /, (_, spaces: string) => `${indent.repeat(spaces.length / 2)}${bullet} `)
      .replaceAll('\n', end)
}
