import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { batched, conflict } from '@quire/kit'
import type { ReusableContentEntry, Roots } from '../../storage/revisions/revision-entries.ts'
import { markdownOf } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { pdfLimits } from './pdf-limits.ts'
import { inFolder, type PrintJob, type PrintPage } from './print/print-job.ts'
import type { SelectedPage } from './selection.ts'

/** Ids that texts refer to. */
interface Referred {
  pages: Set<string>
  files: Set<string>
  reusables: Set<string>
}

interface Source {
  storage: Storage
  roots: Roots
  signal: AbortSignal
}

/** Bounds of the texts in memory at once. */
const atOnce = { items: 50, bytes: 1_000_000 }

/** Writes the texts of pages to the folder of a job in batches; returns their references and reusable contents. */
export async function collectTexts(source: Source, selected: readonly SelectedPage[], folder: string) {
  const referred: Referred = { pages: new Set(), files: new Set(), reusables: new Set() }
  const count = counter()
  const file = await open(join(folder, inFolder.pages), 'wx', 0o600)
  try {
    for await (const some of batched(selected, atOnce, () => 1))
      await writePages(source, some, { file, referred, count })
  } finally {
    await file.close()
  }
  return { referred, reusables: await collectReusables(source, referred, count) }
}

/** Counts characters; throws 409 for too many. */
function counter() {
  let characters = 0
  return (markdown: string) => {
    characters += markdown.length
    if (characters > pdfLimits.characters)
      throw conflict(`A PDF holds at most ${pdfLimits.characters} characters: ask for a part of the pages by \`page\`.`)
  }
}

interface Writing {
  file: FileHandle
  referred: Referred
  count: (markdown: string) => void
}

async function writePages({ storage, signal }: Source, some: readonly SelectedPage[], writing: Writing) {
  signal.throwIfAborted()
  const texts = await storage.documents.load(some.flatMap(({ page }) => page.document ?? []))
  for (const { id, page, depth } of some) {
    const markdown = texts.get(page.document ?? '') ?? ''
    writing.count(markdown)
    noteReferences(writing.referred, markdown)
    if (page.target?.kind === 'page') writing.referred.pages.add(page.target.page)
    const { type, title, emoji, description, target, variables } = page
    const line: PrintPage = { id, depth, type, title, emoji, description, target, variables, markdown }
    await writing.file.writeFile(`${JSON.stringify(line)}\n`)
  }
}

/** Addresses of resources of the space in markdown (libs/document/src/nodes/content-refs.ts). */
const addressed = /\/(pages|files|reusable-contents)\/([\w-]+)/g
const kinds = { pages: 'pages', files: 'files', 'reusable-contents': 'reusables' } as const

function noteReferences(referred: Referred, markdown: string): void {
  for (const [, kind, id = ''] of markdown.matchAll(addressed)) referred[kinds[kind as keyof typeof kinds]].add(id)
}

/** Collects the reusable contents that texts include, directly or through other reusable contents. */
async function collectReusables({ storage, roots, signal }: Source, referred: Referred, count: Writing['count']) {
  const reusables: PrintJob['reusables'] = {}
  const requested = new Set<string>()
  for (let wanted = referred.reusables; wanted.size > 0; wanted = without(referred.reusables, requested)) {
    signal.throwIfAborted()
    for (const id of wanted) requested.add(id)
    const found = await getMany<ReusableContentEntry>(storage.nodes, roots.reusables, [...wanted])
    for (const [id, entry] of found) {
      if (Object.keys(reusables).length >= pdfLimits.reusables) return reusables
      const markdown = await markdownOf(storage, entry)
      count(markdown)
      noteReferences(referred, markdown)
      reusables[id] = { title: entry.title, markdown }
    }
  }
  return reusables
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
  new Set([...all].filter((one) => !some.has(one)))
