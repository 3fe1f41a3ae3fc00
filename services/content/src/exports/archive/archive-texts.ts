import type { addresses, parseSummary } from '@quire/document'
import { type Link, rewriteLinks } from '@quire/document/plain'
import { batched } from '@quire/kit'
import { type Parser, resultOf } from '@quire/parsing'
import { relativeAddress, resolveFrom } from '../../imports/source-paths.ts'
import type { SourceText } from '../../storage/revisions/revision-entries.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import type { ArchivePlan, PlannedText } from './plan-archive.ts'
import type { SourceSpelling, spellingOf } from './source-spelling.ts'
import type { writeHead } from './write-head.ts'

/** Tasks on the texts of an export. */
export type ExportsTasks = {
  addresses: typeof addresses
  parseSummary: typeof parseSummary
  spellingOf: typeof spellingOf
  writeHead: typeof writeHead
}
export type ExportsParser = Parser<ExportsTasks>

interface TextSources {
  storage: Storage
  parser: ExportsParser
  spaceId: string
  signal: AbortSignal
}

/** Bounds of the texts in memory at once: a text has at most 256,000 characters. */
const atOnce = { items: 25, bytes: 25 }

/** Yields the bytes of the texts in the order of the plan; reads a few of them at a time. */
export async function* archiveTexts(plan: ArchivePlan, sources: TextSources): AsyncGenerator<Buffer, undefined> {
  for await (const some of batched(plan.texts, atOnce, () => 1)) {
    sources.signal.throwIfAborted()
    yield* await writtenTexts(some, plan, sources)
  }
}

async function writtenTexts(some: readonly PlannedText[], plan: ArchivePlan, sources: TextSources) {
  const { storage, parser, spaceId } = sources
  const hashes = some.flatMap(({ entry: { document, git } }) => [document, git?.source, git?.imported])
  const loaded = await storage.documents.load([...new Set(hashes.flatMap((hash) => hash ?? []))])
  const textOf = (hash: string | null | undefined) => loaded.get(hash ?? '') ?? ''
  const markdowns = some.map(({ entry }) => textOf(entry.document))
  const spellings = await spellingsOf(some, textOf, parser)
  const heads = await parser.runEach(
    'writeHead',
    some.map((text, at) => headArguments(text, plan.paths, spellings[at]?.head)),
  )
  const read = await parser.runEach(
    'addresses',
    markdowns.map((markdown) => [markdown]),
  )
  return some.map(({ path, entry }, at) => {
    const [head, found, markdown = '', spelling] = [heads[at], read[at], markdowns[at], spellings[at]]
    if (!head || !found) throw new Error(`${path} was read as nothing`)
    // A stored text may be too complex to read; its links stay as they are.
    const known = 'value' in found ? found.value : []
    const text = withPaths(markdown, known, { path, plan, spaceId, spelling, isInPlace: entry.git?.path === path })
    const written = spelling ? asInFile(resultOf(head), text, spelling) : resultOf(head) + text
    return encoded(written, spelling && entry.git?.encoding)
  })
}

/** Returns the spellings of the texts whose files were stored; undefined for the others. */
async function spellingsOf(
  some: readonly PlannedText[],
  textOf: (hash: string | null | undefined) => string,
  parser: ExportsParser,
): Promise<(SourceSpelling | undefined)[]> {
  const imported = some.filter(({ entry }) => entry.git?.source !== undefined)
  const outcomes = await parser.runEach(
    'spellingOf',
    imported.map(({ entry: { document, git } }) => [textOf(git?.source), textOf(git?.imported), textOf(document)]),
  )
  const found = new Map(imported.map((text, at) => [text, outcomes[at]]))
  return some.map((text) => {
    const outcome = found.get(text)
    return outcome && 'value' in outcome ? outcome.value : undefined
  })
}

/** Puts the line ends and the byte order mark of its file into a text. */
function asInFile(head: string, text: string, { head: before, written, mark, ends, end }: SourceSpelling): string {
  const isSame = head === before || (text === '' && head.trimEnd() === before.trimEnd())
  const lines = text.split('\n')
  const body = lines.map((line, at) => (at < lines.length - 1 ? line + (ends[at] ?? end) : line)).join('')
  return mark + (isSame ? written : head.replaceAll('\n', end)) + body
}

/** Returns a text as the bytes of its file. */
export function encoded(text: string, encoding: SourceText['encoding']): Buffer {
  const bytes = Buffer.from(text, encoding ? 'utf16le' : 'utf8')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

function headArguments(
  text: PlannedText,
  paths: ArchivePlan['paths'],
  head: string | undefined,
): Parameters<typeof writeHead> {
  const { path, entry } = text
  const git = entry.git && { ...entry.git, ...(head !== undefined && { head }) }
  if (text.kind === 'reusable-content')
    return [
      { ...text.entry, ...(git && { git }) },
      { path, kind: text.kind },
    ]
  const { isUnlisted } = text
  const { ref, refDark } = text.entry.cover ?? {}
  const [light, dark] = [ref, refDark].map((one) =>
    one?.kind === 'file' ? paths.get(`/files/${one.file}`) : undefined,
  )
  return [
    { ...text.entry, ...(git && { git }) },
    { path, kind: 'page', isUnlisted, covers: { light, dark } },
  ]
}

interface LinkOptions extends Pick<TextSources, 'spaceId'> {
  plan: ArchivePlan
  path: string
  spelling: SourceSpelling | undefined
  /** True if the file has the path that it was imported from, so that its addresses lead out of the import as before. */
  isInPlace: boolean
}

/**
 * Gives the links to what the archive holds the addresses that their file has, where these still lead there, and
 * relative addresses otherwise.
 */
function withPaths(markdown: string, found: readonly Link[], options: LinkOptions): string {
  const { path, plan, spaceId, spelling, isInPlace } = options
  const newUrl = ({ url, source }: Link) => {
    const [, space, address = '', anchor = ''] = stable.exec(url) ?? []
    if (space !== undefined && space !== spaceId) return undefined
    const spelled = source && spelling?.links.get(source.start)
    if (spelled && address !== '' && plan.leadsTo(path, spelled.target) === address) return spelled
    // The import gave the link the address of what it leads to in the repository.
    if (spelled && address === '' && isInPlace && resolveFrom(path, spelled.target) === undefined) return spelled
    const target = plan.paths.get(address)
    if (target !== undefined) return relativeAddress(path, target) + anchor
    // A group or a link has no file, and an import finds it by its place.
    const place = plan.places.get(address)
    return place !== undefined && plan.leadsTo(path, place) === address ? place + anchor : undefined
  }
  return rewriteLinks(markdown, newUrl, found)
}

const stable = /^(?:\/spaces\/([\w-]+))?(\/(?:pages|files|reusable-contents)\/[\w-]+)(#.*)?$/s
