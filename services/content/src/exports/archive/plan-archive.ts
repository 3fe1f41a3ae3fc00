import { stringify } from 'yaml'
import type { Brought } from '../../imports/context.ts'
import { relativeAddress } from '../../imports/source-paths.ts'
import {
  type FileEntry,
  isImported,
  type PageEntry,
  type ReusableContentEntry,
  type Roots,
  type SourceEntry,
} from '../../storage/revisions/revision-entries.ts'
import { type PageNode, pageTree } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { entries } from '../../storage/trees/tree-reads.ts'
import { keyOf } from './archive-paths.ts'
import { assetFile, assignPaths, includedFile, pageFile, readmePath, type Wanted } from './assign-paths.ts'
import { findUnlisted, inOrder } from './find-unlisted.ts'
import { followerOf, type LeadsTo } from './follow-path.ts'
import { summaryPath, writeSummary } from './write-summary.ts'

/** The attributes that somebody may have given a page of a specification. */
const attributeKeys = [
  ...(['linkTitle', 'emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'layout'] as const),
  ...(['cover', 'variables', 'condition', 'tags', 'redirects'] as const),
]

/** Something with a text that becomes a file. */
export type PlannedText = { id: string; path: string } & (
  | { kind: 'page'; entry: PageEntry; isUnlisted: boolean }
  | { kind: 'reusable-content'; entry: ReusableContentEntry }
)

/** The files of the imported source that say something about all pages. */
type ImportedSources = { readonly [Name in 'config' | 'summary']?: SourceEntry }

/** The files of an archive, without texts and bytes. */
export interface ArchivePlan {
  /** The table of contents, as it is written without a source. */
  summary: string
  /** The text of `.gitbook.yaml`, as it is written without a source; empty if nothing needs one. */
  config: string
  sources: ImportedSources
  texts: PlannedText[]
  files: { id: string; path: string; entry: FileEntry }[]
  /** Paths in the archive by the stable address of what they hold, such as `/pages/<id>`. */
  paths: ReadonlyMap<string, string>
  /** The places of groups and links, which have no file, by their stable address: paths of slugs from the root. */
  places: ReadonlyMap<string, string>
  leadsTo: LeadsTo
}

/** The tree that an export goes to; paths are from its root. */
export interface TargetTree {
  /** True for the path of an imported file that stays as it is, although some system could not unpack it. */
  hasName(path: string, oid: string | undefined): boolean
  /** True for a page whose file, at this path, others removed, and that nobody changed here: nothing lists it. */
  isGone(path: string, page: PageEntry, id: string): boolean
  /** Paths of what is nothing of the space, which stays as it is: nothing else goes there. */
  others: readonly string[]
}

interface Planning {
  /** The sources of an import; with them the plan has what was imported alone, at the paths of its files. */
  sources?: ImportedSources
  /** The import, if the space may have pages of others. */
  brought?: Brought | undefined
  tree?: TargetTree
}

/**
 * Plans the archive of a revision. Something that was imported goes to the path it came from, unless another name was
 * given to it since; everything else goes to a path made of names. Paths are from the source's `root`. Reads entries
 * only, no texts.
 */
export async function planArchive(
  storage: Storage,
  roots: Roots,
  { sources: imported, brought, tree }: Planning = {},
): Promise<ArchivePlan> {
  const all = await pageTree(storage, roots)
  const top = imported ? importedOf(all, brought) : all
  const files = await entries(storage.nodes, roots.files)
  const reusables = await entries(storage.nodes, roots.reusables)
  const pages = inOrder(top)
  const documents = pages.filter(({ page }) => page.type === 'document')
  const sources: ImportedSources = imported ?? Object.fromEntries(await entries(storage.nodes, roots.sources))
  const below = rootOf({ sources })
  const others = (tree?.others ?? []).flatMap((path) => (path.startsWith(below) ? [path.slice(below.length)] : []))
  const hasReadme =
    documents.some(({ page }) => page.git?.path === readmePath) ||
    others.some((path) => keyOf(path) === keyOf(readmePath))
  const wanted: Wanted[] = [
    ...documents.map((node) => {
      const placed = pageFile(node, node === top[0] && !hasReadme)
      return { address: `/pages/${node.id}`, ...placed, oid: node.page.git?.oid }
    }),
    ...files.map(([id, file]) => ({ address: `/files/${id}`, ...assetFile(file), oid: file.oid })),
    ...reusables.map(([id, entry]) => {
      return { address: `/reusable-contents/${id}`, ...includedFile(entry), oid: entry.git?.oid }
    }),
  ]
  const paths = assignPaths(wanted, {
    summary: sources.summary?.path ?? summaryPath,
    others,
    isGiven: ({ path, isOwn, oid }) => isOwn && (imported !== undefined || tree?.hasName(below + path, oid) === true),
  })
  const pathOf = (address: string) => paths.get(address) ?? ''
  const pagePaths = new Map(documents.map(({ id }) => [id, pathOf(`/pages/${id}`)]))
  const listed = tree ? treeWithout(top, ({ id, page }) => tree.isGone(below + (page.git?.path ?? ''), page, id)) : top
  const unlisted = findUnlisted(listed, pagePaths)
  return {
    summary: writeSummary(listed, { paths: pagePaths, isUnlisted: (id) => unlisted.has(id) }),
    config: configOf(inOrder(listed), pagePaths),
    sources,
    texts: [
      // An import makes the pages of specifications again; only those that somebody changed are files.
      ...documents
        .filter(({ page }) => !isAsMade(page))
        .map(({ id, page: entry }) => {
          return { kind: 'page' as const, id, path: pathOf(`/pages/${id}`), entry, isUnlisted: unlisted.has(id) }
        }),
      ...reusables.map(([id, entry]) => {
        return { kind: 'reusable-content' as const, id, path: pathOf(`/reusable-contents/${id}`), entry }
      }),
    ],
    files: files.map(([id, entry]) => ({ id, path: pathOf(`/files/${id}`), entry })),
    paths,
    places: new Map(
      pages.flatMap(({ id, page, path }) =>
        page.type === 'document' ? [] : [[`/pages/${id}`, `/${relativeAddress('', path)}`]],
      ),
    ),
    leadsTo: followerOf(paths, pages),
  }
}

/** The folder of the pages, with a final slash; empty for the root. */
export const rootOf = ({ sources }: Pick<ArchivePlan, 'sources'>) =>
  sources.summary?.root ? `${sources.summary.root}/` : ''

/** Leaves out the pages that were made by hand, or that the import did not bring. */
const importedOf = (top: readonly PageNode[], brought: Brought | undefined): PageNode[] =>
  treeWithout(top, ({ id, page, pages }) => {
    if (!isImported(page) || !brought) return !isImported(page)
    const isOther = (page.importSource ?? '') !== brought.source
    if (page.type === 'document')
      return !brought.pages.has(id) && (isOther || !brought.failed.has(page.git?.path ?? ''))
    // Groups and links have no file by which an import would know them.
    return isOther && pages.length === 0
  })

/** Leaves out pages, and groups of nothing else; pages below another one take its place. */
function treeWithout(top: readonly PageNode[], isLeftOut: (node: PageNode) => boolean): PageNode[] {
  const found = new Map<string, PageNode[]>()
  for (const node of inOrder(top).toReversed()) {
    const pages = node.pages.flatMap(({ id }) => found.get(id) ?? [])
    const isEmptied = node.page.type === 'group' && node.pages.length > 0 && pages.length === 0
    const left = { ...node, pages }
    found.set(node.id, isEmptied || isLeftOut(left) ? pages : [left])
  }
  return top.flatMap(({ id }) => found.get(id) ?? [])
}

/** Writes the redirects that pages came with. */
function configOf(documents: readonly PageNode[], paths: ReadonlyMap<string, string>): string {
  const redirects = documents.flatMap(({ id, page }) =>
    (page.redirects ?? []).map((from): [string, string] => [from, paths.get(id) ?? '']),
  )
  return redirects.length > 0 ? stringify({ redirects: Object.fromEntries(redirects) }, { lineWidth: 0 }) : ''
}

/** True for a page of a specification that is as an import makes it. */
function isAsMade({ computed, title, document, ...page }: PageEntry): boolean {
  if (!computed) return false
  return title === computed.title && document === computed.document && attributeKeys.every((key) => !page[key])
}
