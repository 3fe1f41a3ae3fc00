import type { PageEntry } from '../revisions/entries.ts'
import type { Storage } from '../revisions/storage.ts'
import { entries } from '../trees/read.ts'
import type { ImportBase } from './base.ts'
import type { Targets } from './links.ts'
import type { ImportPlan } from './plan.ts'

/** Texts in memory at once. */
const textsAtOnce = 250

type Pages = readonly (readonly [string, PageEntry])[]

/**
 * Ids that paths have: what is imported again keeps them. An import into a page knows only what lies below that page
 * and the files that are shown there, so that it changes nothing elsewhere.
 */
export async function knownIds({ revision: { roots }, storage, into }: ImportBase): Promise<Targets> {
  const pages = await entries(storage.nodes, roots.pages)
  const files = (await entries(storage.nodes, roots.files)).flatMap(([id, { path }]) =>
    path === undefined ? [] : [[path, id] as const],
  )
  if (!into) {
    const reusableContents = idsByPath(await entries(storage.nodes, roots.reusables))
    return { pages: idsByPath(pages), files: new Map(files), reusableContents }
  }
  const below = pagesBelow(pages, into.id)
  const shown = await filesShown(storage, [into.page, ...below.map(([, page]) => page)])
  return {
    pages: idsByPath(below),
    files: new Map(files.filter(([, id]) => shown.has(id))),
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

/** The ids of files that the texts of pages name. */
async function filesShown({ documents }: Storage, pages: PageEntry[]): Promise<Set<string>> {
  const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))]
  const ids = new Set<string>()
  for (let at = 0; at < hashes.length; at += textsAtOnce)
    for (const markdown of (await documents.load(hashes.slice(at, at + textsAtOnce))).values())
      for (const [, id = ''] of markdown.matchAll(/\/files\/([\w-]+)/g)) ids.add(id)
  return ids
}

/** Whether a plan is right for another base too: nothing that it brings came to be there under another id. */
export function stillFits({ pages, files, reusableContents }: ImportPlan, known: Targets): boolean {
  const isSame = (ids: ReadonlyMap<string, string>, { id, gitPath }: { id: string; gitPath?: string }) =>
    gitPath === undefined || (ids.get(gitPath) ?? id) === id
  return (
    pages.every((page) => isSame(known.pages, page)) &&
    files.every((file) => isSame(known.files, file)) &&
    reusableContents.every((content) => isSame(known.reusableContents, content))
  )
}
