import type { links } from '@quire/document'
import { type Link, rewriteLinks } from '@quire/document/plain'
import { batched } from '@quire/kit'
import { type Parser, resultOf } from '@quire/parsing'
import type { Storage } from '../../storage/revisions/storage.ts'
import { relativeAddress } from './archive-paths.ts'
import type { ArchivePlan, PlannedText } from './plan-archive.ts'
import type { writeHead } from './write-head.ts'

/** Tasks on the texts of an export. */
export type ExportsTasks = { links: typeof links; writeHead: typeof writeHead }
export type ExportsParser = Parser<ExportsTasks>

interface TextSources {
  storage: Storage
  parser: ExportsParser
  spaceId: string
  signal: AbortSignal
}

/** Bounds of the texts in memory at once: a text has at most 256,000 characters. */
const atOnce = { items: 25, bytes: 25 }

/** Yields the texts of the files in the order of the plan; reads a few of them at a time. */
export async function* archiveTexts(plan: ArchivePlan, sources: TextSources): AsyncGenerator<string, undefined> {
  for await (const some of batched(plan.texts, atOnce, () => 1)) {
    sources.signal.throwIfAborted()
    yield* await writtenTexts(some, plan, sources)
  }
}

async function writtenTexts(some: readonly PlannedText[], { paths }: ArchivePlan, sources: TextSources) {
  const { storage, parser, spaceId } = sources
  const loaded = await storage.documents.load([...new Set(some.flatMap(({ entry }) => entry.document ?? []))])
  const markdowns = some.map(({ entry }) => loaded.get(entry.document ?? '') ?? '')
  const heads = await parser.runEach(
    'writeHead',
    some.map((text) => headArguments(text, paths)),
  )
  const read = await parser.runEach(
    'links',
    markdowns.map((markdown) => [markdown]),
  )
  return some.map(({ path }, at) => {
    const [head, found, markdown = ''] = [heads[at], read[at], markdowns[at]]
    if (!head || !found) throw new Error(`${path} was read as nothing`)
    // A stored text may be too complex to read; its links stay as they are.
    const known = 'value' in found ? found.value : []
    return resultOf(head) + withPaths(markdown, known, { path, paths, spaceId })
  })
}

function headArguments(text: PlannedText, paths: ArchivePlan['paths']): Parameters<typeof writeHead> {
  const { path } = text
  if (text.kind === 'reusable-content') return [text.entry, { path, kind: 'reusable-content' }]
  const { entry, isUnlisted } = text
  const cover = entry.cover?.ref?.kind === 'file' ? entry.cover.ref.file : undefined
  return [entry, { path, kind: 'page', isUnlisted, coverPath: paths.get(`/files/${cover}`) }]
}

interface LinkOptions extends Pick<ArchivePlan, 'paths'>, Pick<TextSources, 'spaceId'> {
  path: string
}

/** Gives the links to what the archive holds the relative addresses of its files. */
function withPaths(markdown: string, found: readonly Link[], { path, paths, spaceId }: LinkOptions): string {
  const newUrl = ({ url }: Link) => {
    const [, space, address = '', anchor = ''] = stable.exec(url) ?? []
    const target = space === undefined || space === spaceId ? paths.get(address) : undefined
    return target && relativeAddress(path, target) + anchor
  }
  return rewriteLinks(markdown, newUrl, found)
}

const stable = /^(?:\/spaces\/([\w-]+))?(\/(?:pages|files|reusable-contents)\/[\w-]+)(#.*)?$/s
