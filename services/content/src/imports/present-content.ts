import type { PageEntry, ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import type { ImportBase } from './import-base.ts'
import type { FormerFiles } from './renamed-files.ts'
import type { PathsBySource } from './same-source.ts'
import type { IdsByPath } from './stable-links.ts'

/** Texts that are loaded at once. */
const textsAtOnce = 250

type Pages = readonly (readonly [string, PageEntry])[]

type Contents = readonly (readonly [string, ReusableContentEntry])[]

/** The present content of an import's target: ids of paths that were imported before and keep them, and all entries. */
export interface Present {
  known: IdsByPath
  /** The paths of known pages by source. */
  knownSources: PathsBySource
  pages: Pages
  reusableContents: Contents
  fileIds: readonly string[]
  /** Returns the known paths that one source brought. */
  knownOf(source: string): IdsByPath
}

/**
 * Reads what an import finds at its target. An import into a page knows only the pages below that page and the files in
 * their texts, so that it changes nothing elsewhere.
 */
export async function presentOf({ revision: { roots }, storage, into }: ImportBase): Promise<Present> {
  const all = await entries(storage.nodes, roots.pages)
  const pages = into ? pagesBelow(all, into.id) : all
  const reusableContents = into ? [] : await entries(storage.nodes, roots.reusables)
  const referenced = into && (await referencedIds(storage, [into.page, ...pages.map(([, page]) => page)]))
  const files = (await entries(storage.nodes, roots.files)).filter(([id]) => !referenced || referenced.has(id))
  const knownIf = (isWanted: (entry: { importSource?: string }) => boolean) => ({
    pages: idsByPath(pages.filter(([, page]) => isWanted(page))),
    files: new Map(files.flatMap(([id, file]) => (file.path && isWanted(file) ? [[file.path, id] as const] : []))),
    reusableContents: idsByPath(reusableContents.filter(([, content]) => isWanted(content))),
  })
  const bySource = Map.groupBy(pages, ([, { importSource }]) => importSource ?? '')
  const paths = [...bySource].map(([source, some]) => [source, new Set(idsByPath(some).keys())] as const)
  return {
    known: knownIf(() => true),
    knownSources: new Map(paths.filter(([, some]) => some.size > 0)),
    pages,
    reusableContents,
    fileIds: files.map(([id]) => id),
    knownOf: (source) => knownIf(({ importSource }) => (importSource ?? '') === source),
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

/** Returns the ids of files and reusable contents that texts refer to. */
export async function referencedIds(
  { documents }: Storage,
  texts: readonly { document: string | null }[],
): Promise<Set<string>> {
  const hashes = [...new Set(texts.flatMap(({ document }) => document ?? []))]
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
