import type { Summary, SummaryPage } from '@quire/document'
import { alignLines } from '../../editing/merge/align-lines.ts'

/** A table of contents, as a text and as it is read. */
interface ReadSummary {
  text: string
  summary: Summary
}

/** An entry of a table of contents: its lines, and what follows it up to the next entry. */
interface Entry {
  key: string
  own: string
  after: string
}

/**
 * Puts the changes from `before` to `now`, both written by `writeSummary`, into the source that `before` was read from,
 * in the style of the source. Undefined if the source does not have the entries of `before`.
 */
export function patchSummary(source: ReadSummary, before: ReadSummary, now: ReadSummary): string | undefined {
  const inSource = entriesIn(source)
  const inBefore = entriesIn(before)
  const inNow = entriesIn(now)
  const found = inBefore.entries.length > 0 && matching(inSource.entries, inBefore.entries)
  if (!found) return undefined
  const pairs = alignLines(
    inBefore.entries.map(({ own }) => own),
    inNow.entries.map(({ own }) => own),
  )
  const style = styleOf(inSource.entries)
  let [text, last] = [inSource.preface, -1]
  for (const [at, entry] of inNow.entries.entries()) {
    const pair = pairs.get(at)
    const isNext = pair !== undefined && pair === last + 1
    if (at > 0) text += isNext ? (found[last]?.after ?? '') : style(inNow.entries[at - 1]?.after ?? '')
    text += (pair !== undefined && found[pair]?.own) || style(entry.own)
    last = pair ?? Number.NaN
  }
  return text + (last === found.length - 1 ? (found[last]?.after ?? '') : '')
}

/** Divides a text into its entries, each with its line end. */
function entriesIn({ text, summary }: ReadSummary): { preface: string; entries: Entry[] } {
  const lines = text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []
  const found = flat(summary.pages)
  const entries = found.map(({ line, key }, at): Entry => {
    const part = lines.slice(line - 1, (found[at + 1]?.line ?? lines.length + 1) - 1)
    const own = part.slice(0, part.findLastIndex((one) => one.trim() !== '') + 1)
    return { key, own: own.join(''), after: part.slice(own.length).join('') }
  })
  return { preface: lines.slice(0, (found[0]?.line ?? 1) - 1).join(''), entries }
}

const flat = (pages: readonly SummaryPage[]): { line: number; key: string }[] =>
  pages
    .flatMap((page) => [{ line: page.line, key: `${page.type} ${page.title}` }, ...flat(page.pages)])
    .sort((one, other) => one.line - other.line)

/** Finds the entries in the source, in their order; entries that only the source has follow the one before them. */
function matching(source: readonly Entry[], wanted: readonly Entry[]): Entry[] | undefined {
  const found: Entry[] = []
  for (const entry of source) {
    const last = found.at(-1)
    if (entry.key === wanted[found.length]?.key) found.push({ ...entry })
    else if (last) last.after += entry.own + entry.after
    else return undefined
  }
  return found.length === wanted.length ? found : undefined
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
