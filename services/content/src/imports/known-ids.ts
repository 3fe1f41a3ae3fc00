import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import type { ImportBase } from './import-base.ts'
import type { ImportPlan } from './plan-import.ts'
import type { IdsByPath } from './stable-links.ts'

/** Texts that are loaded at once. */
const textsAtOnce = 250

type Pages = readonly (readonly [string, PageEntry])[]

/**
 * Returns the ids of paths that were imported before and keep their ids. An import into a page knows only the pages
 * below that page and the files in their texts, so that it changes nothing elsewhere.
 */
export async function knownIds({ revision: { roots }, storage, into }: ImportBase): Promise<IdsByPath> {
  const pages = await entries(storage.nodes, roots.pages)
  const files = (await entries(storage.nodes, roots.files)).flatMap(([id, { path }]) =>
    path === undefined ? [] : [[path, id] as const],
  )
  if (!into) {
    const reusableContents = idsByPath(await entries(storage.nodes, roots.reusables))
    return { pages: idsByPath(pages), files: new Map(files), reusableContents }
  }
  const below = pagesBelow(pages, into.id)
  const referenced = await referencedFiles(storage, [into.page, ...below.map(([, page]) => page)])
  return {
    pages: idsByPath(below),
    files: new Map(files.filter(([, id]) => referenced.has(id))),
    reusableContents: new Map(),
  }
}

const idsByPath = (entries: readonly (readonly [string, { git?: { path: string } }])[]) =>
  new Map(entries.flatMap(([id, { git }]) => (git ? [[git.path, id] as const] : [])))

function pagesBelow(pages: Pages, top: string): Pages {
  const children = Map.groupBy(pages, ([, { parent }]) => parent)
  const found: (readonly [string, PageEntry])[] = []
  let next = children.get(top) ?? []
  while (next.length > 0) {
    found.push(...next)
    next = next.flatMap(([id]) => children.get(id) ?? [])
  }
  return found
}

/** Returns the ids of files that the texts of pages refer to. */
async function referencedFiles({ documents }: Storage, pages: PageEntry[]): Promise<Set<string>> {
  const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))]
  const ids = new Set<string>()
  for (let at = 0; at < hashes.length; at += textsAtOnce)
    for (const markdown of (await documents.load(hashes.slice(at, at + textsAtOnce))).values())
      for (const [, id = ''] of markdown.matchAll(/\/files\/([\w-]+)/g)) ids.add(id)
  return ids
}

/** True if a plan also fits another base: no path of the plan has got another id there. */
export function stillFits({ pages, files, reusableContents }: ImportPlan, known: IdsByPath): boolean {
  const isSame = (ids: ReadonlyMap<string, string>, { id, gitPath }: { id: string; gitPath?: string }) =>
    gitPath === undefined || (ids.get(gitPath) ?? id) === id
  return (
    pages.every((page) => isSame(known.pages, page)) &&
    files.every((file) => isSame(known.files, file)) &&
    reusableContents.every((content) => isSame(known.reusableContents, content))
  )
}
