import { addresses } from '@quire/document'
import type { Link } from '@quire/document/plain'
import { alignLines } from '../../editing/merge/align-lines.ts'

/** The address of a link in the file that its text was imported from. */
interface SpelledLink {
  /** The address as the file has it. */
  spelled: string
  /** True if the file has no quotes around it, and the text has. */
  isBare: boolean
  /** The decoded path of the address, without its anchor. */
  target: string
}

/** The spelling of a text in the file that it was imported from. */
export interface SourceSpelling {
  /** The file before its text, with `\n` line ends. */
  head: string
  /** The head with the line ends of the file. */
  written: string
  /** The byte order mark of the file, or nothing. */
  mark: string
  /** Links of the text by the start of their address. */
  links: Map<number, SpelledLink>
  /** The line ends of the text's lines; those after the last one are like the first of the file. */
  ends: string[]
  /** The first line end of the file. */
  end: string
}

/**
 * Finds how a file spells the parts of a text that came from it: `imported` is what the import made of the file, and
 * `markdown` is the text now. Lines that are still there have the spelling of their file; links in other lines have one
 * that the file has for the same target. Undefined if file and text do not belong together. Throws DocumentError (limits).
 */
export function spellingOf(source: string, imported: string, markdown: string): SourceSpelling | undefined {
  const [mark = ''] = /^\uFEFF?/.exec(source) ?? []
  const lines = linesOf(source.slice(mark.length))
  const stored = imported.split('\n')
  const headLines = imported === '' ? lines.length : lines.length - stored.length
  if (headLines < 0) return undefined
  const end = lines[0]?.end || '\n'
  const before = lines.slice(0, headLines).map((line) => line.text + line.end)
  // A file without a text may end with its title.
  const written = imported === '' && markdown !== '' ? withGap(before.join(''), end) : before.join('')
  const inFile = lines.slice(headLines)
  const now = markdown.split('\n')
  const aligned = markdown === imported ? new Map(now.map((_, at) => [at, at] as const)) : alignLines(stored, now)
  return {
    head: written.replaceAll(/\r\n?/g, '\n'),
    written,
    mark,
    links: spelledLinks(inFile.map(({ text }) => text).join('\n'), { imported, markdown, aligned }),
    ends: now.map((_, at) => inFile[aligned.get(at) ?? -1]?.end || end),
    end,
  }
}

const withGap = (head: string, end: string) => (head.trim() === '' ? '' : head.trimEnd() + end + end)

function linesOf(source: string): { text: string; end: string }[] {
  const lines: { text: string; end: string }[] = []
  let from = 0
  for (const { 0: end, index } of source.matchAll(/\r\n?|\n/g)) {
    lines.push({ text: source.slice(from, index), end })
    from = index + end.length
  }
  return [...lines, { text: source.slice(from), end: '' }]
}

interface Texts {
  imported: string
  markdown: string
  /** Lines of `imported` by those of `markdown`. */
  aligned: ReadonlyMap<number, number>
}

function spelledLinks(inFile: string, { imported, markdown, aligned }: Texts): Map<number, SpelledLink> {
  const found = new Map<number, SpelledLink>()
  if (inFile === imported) return found
  const [written, stored] = [addressesIn(inFile), addressesIn(imported)]
  // A text that is read otherwise with other addresses is rare; its links are written afresh.
  if (written.length !== stored.length) return found
  const spelled = stored.map((address, at) => spellingIn(inFile, written[at], { text: imported, address }))
  const present = markdown === imported ? stored : addressesIn(markdown)
  const [storedByLine, presentByLine] = [byLine(stored), byLine(present)]
  const others: Address[] = []
  const used = new Set<Address>()
  for (const [line, addresses] of presentByLine) {
    const same = storedByLine.get(aligned.get(line) ?? -1)
    for (const [at, address] of addresses.entries()) {
      const before = same?.length === addresses.length ? same[at] : undefined
      if (before?.url !== address.url) others.push(address)
      else {
        used.add(before)
        add(address, spelled[before.index])
      }
    }
  }
  const [left, all] = [
    Map.groupBy(
      stored.filter((one) => !used.has(one)),
      urlOf,
    ),
    Map.groupBy(stored, urlOf),
  ]
  for (const address of others) {
    const before = left.get(address.url)?.shift() ?? all.get(address.url)?.[0]
    if (before) add(address, spelled[before.index])
  }
  return found

  function add({ start }: Address, spelling: SpelledLink | undefined) {
    if (spelling) found.set(start, spelling)
  }
}

/** The place of an address in a text, of a link or a definition; links that share a definition share it. */
interface Address {
  index: number
  start: number
  end: number
  line: number
  url: string
  link: Link
}

const urlOf = ({ url }: Address) => url

function addressesIn(text: string): Address[] {
  const places = new Map<number, Link & { source: { start: number; end: number } }>()
  for (const link of addresses(text)) {
    const { source } = link
    if (source && !places.has(source.start)) places.set(source.start, { ...link, source })
  }
  let [line, from] = [0, 0]
  return [...places.values()]
    .sort((one, other) => one.source.start - other.source.start)
    .map((link, index) => {
      const { start, end } = link.source
      line += text.slice(from, start).split('\n').length - 1
      from = start
      return { index, start, end, line, url: link.url, link }
    })
}

const byLine = (addresses: readonly Address[]) => Map.groupBy(addresses, ({ line }) => line)

/** Undefined for an address that the import left as it was, and for one over several lines. */
function spellingIn(
  inFile: string,
  written: Address | undefined,
  { text, address }: { text: string; address: Address },
): SpelledLink | undefined {
  if (!written) return undefined
  const spelled = inFile.slice(written.start, written.end)
  if (spelled === text.slice(address.start, address.end) || spelled.includes('\n')) return undefined
  const isQuoted = (content: string, at: number) => /["']/.test(content[at - 1] ?? '')
  const isBare = written.link.syntax === 'html' && !isQuoted(inFile, written.start) && isQuoted(text, address.start)
  return { spelled, isBare, target: written.link.target }
}
