import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import type { ImportBase } from './import-base.ts'
import type { FormerFiles } from './renamed-files.ts'
import type { IdsByPath } from './stable-links.ts'

/** Texts that are loaded at once. */
const textsAtOnce = 250

type Pages = readonly (readonly [string, PageEntry])[]

/** What an import finds at its target: ids of paths that were imported before and keep them, and all pages. */
export interface Present {
  known: IdsByPath
  pages: Pages
}

/**
 * Reads what an import finds at its target. An import into a page knows only the pages below that page and the files in
 * their texts, so that it changes nothing elsewhere.
 */
export async function presentOf({ revision: { roots }, storage, into }: ImportBase): Promise<Present> {
  const pages = await entries(storage.nodes, roots.pages)
  const files = (await entries(storage.nodes, roots.files)).flatMap(([id, { path }]) =>
    path === undefined ? [] : [[path, id] as const],
  )
  if (!into) {
    const reusableContents = idsByPath(await entries(storage.nodes, roots.reusables))
    return { known: { pages: idsByPath(pages), files: new Map(files), reusableContents }, pages }
  }
  const below = pagesBelow(pages, into.id)
  const referenced = await referencedIds(storage, [into.page, ...below.map(([, page]) => page)])
  const known = {
    pages: idsByPath(below),
    files: new Map(files.filter(([, id]) => referenced.has(id))),
    reusableContents: new Map(),
  }
  return { known, pages: below }
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

/** Returns the ids of files and reusable contents that the texts of pages refer to. */
export async function referencedIds({ documents }: Storage, pages: PageEntry[]): Promise<Set<string>> {
  const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))]
  const ids = new Set<string>()
  for (let at = 0; at < hashes.length; at += textsAtOnce)
    for (const markdown of (await documents.load(hashes.slice(at, at + textsAtOnce))).values())
      for (const [, id = ''] of markdown.matchAll(/\/(?:files|reusable-contents)\/([\w-]+)/g)) ids.add(id)
  return ids
}

/** The files that pages were imported from: the file itself if it is stored, else the text that was made of it. */
export function formerFiles({ documents }: Storage, pages: Pages): FormerFiles {
  const origins = new Map(
    pages.flatMap(([, { git, document }]) => (git ? [[git.path, { ...git, document }] as const] : [])),
  )
  return {
    oids: new Map([...origins].flatMap(([path, { oid }]) => (oid === undefined ? [] : [[path, oid] as const]))),
    async texts(paths) {
      const hashes = paths.flatMap((path) => {
        const origin = origins.get(path)
        const hash = origin?.source ?? origin?.document
        return hash ? [[path, hash] as const] : []
      })
      const loaded = await documents.load([...new Set(hashes.map(([, hash]) => hash))])
      return new Map(hashes.map(([path, hash]) => [path, loaded.get(hash) ?? '']))
    },
  }
}
