import { stringify } from 'yaml'
import { folderOf, isMarkdown, isReadme, nameOf } from '../../imports/source-paths.ts'
import { assetsFolder, includesFolder } from '../../storage/revisions/path-mappings.ts'
import {
  type FileEntry,
  isImported,
  type PageEntry,
  type ReusableContentEntry,
  type Roots,
  type SourceEntry,
  slugFor,
} from '../../storage/revisions/revision-entries.ts'
import { type PageNode, pageTree } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { entries } from '../../storage/trees/tree-reads.ts'
import { archivePaths } from './archive-paths.ts'
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
export type ImportedSources = { readonly [Name in 'config' | 'summary']?: SourceEntry }

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
  leadsTo: LeadsTo
}

/**
 * Plans the archive of a revision. Something that was imported goes to the path it came from, unless another name was
 * given to it since; everything else goes to a path made of names. Paths are from the source's `root`. Reads entries
 * only, no texts. With `imported` plans what was imported alone.
 */
export async function planArchive(
  storage: Storage,
  roots: Roots,
  imported?: { sources: ImportedSources },
): Promise<ArchivePlan> {
  const all = await pageTree(storage, roots)
  const top = imported ? importedOf(all) : all
  const files = await entries(storage.nodes, roots.files)
  const reusables = await entries(storage.nodes, roots.reusables)
  const pages = inOrder(top)
  const documents = pages.filter(({ page }) => page.type === 'document')
  const wanted: Wanted[] = [
    ...documents.map((node) => ({ address: `/pages/${node.id}`, ...pageFile(node, node === top[0]) })),
    ...files.map(([id, file]) => ({ address: `/files/${id}`, ...assetFile(file) })),
    ...reusables.map(([id, entry]) => ({ address: `/reusable-contents/${id}`, ...includedFile(entry) })),
  ]
  const sources: ImportedSources = imported?.sources ?? Object.fromEntries(await entries(storage.nodes, roots.sources))
  const paths = assignPaths(wanted, sources.summary?.path ?? summaryPath)
  const pathOf = (address: string) => paths.get(address) ?? ''
  const pagePaths = new Map(documents.map(({ id }) => [id, pathOf(`/pages/${id}`)]))
  const unlisted = findUnlisted(top, pagePaths)
  return {
    summary: writeSummary(top, { paths: pagePaths, isUnlisted: (id) => unlisted.has(id) }),
    config: configOf(documents, pagePaths),
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
    leadsTo: followerOf(paths, pages),
  }
}

/** Leaves out the pages that were made by hand, with all below them. */
const importedOf = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => (isImported(node.page) ? [{ ...node, pages: importedOf(node.pages) }] : []))

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

interface Wanted {
  address: string
  path: string
  /** True for the path that something was imported from. */
  isOwn: boolean
}

/** Assigns paths of imported files first, so that no made name displaces them. */
function assignPaths(wanted: readonly Wanted[], summary: string): Map<string, string> {
  const free = archivePaths(summary)
  const { own = [], made = [] } = Object.groupBy(wanted, ({ isOwn }) => (isOwn ? 'own' : 'made'))
  return new Map([...own, ...made].map(({ address, path }) => [address, free(path)]))
}

type Placed = Pick<Wanted, 'path' | 'isOwn'>

function pageFile({ page, path, pages }: PageNode, isFirst: boolean): Placed {
  const own = page.git && markdownPath(page.git.path)
  if (own !== undefined && !own.startsWith(`${includesFolder}/`) && (page.computed || hasSlug(own, page)))
    return { path: own, isOwn: true }
  if (isFirst && slugFor(page.title) === page.slug) return { path: 'README.md', isOwn: false }
  // A file `readme.md` would be the page of its folder.
  return { path: pages.length > 0 || page.slug === 'readme' ? `${path}/README.md` : `${path}.md`, isOwn: false }
}

/** Files of other formats were converted to markdown. */
const markdownPath = (path: string) => (isMarkdown(path) ? path : `${path.replace(/\.\w+$/, '')}.md`)

/** True if an import gives a page at this path the page's slug, which may have a number. */
function hasSlug(path: string, { slug }: PageEntry): boolean {
  const name = isReadme(path) ? folderOf(path).split('/').at(-1) : nameOf(path)
  return !name || slugFor(name) === slug.replace(/-\d+$/, '') || slugFor(name) === slug
}

/** A text file of markdown would become a page. */
function assetFile({ path, name }: FileEntry): Placed {
  const wanted = path ?? `${assetsFolder}/${name.replaceAll('/', '-')}`
  return { path: isMarkdown(wanted) ? `${wanted}.txt` : wanted, isOwn: path !== undefined }
}

function includedFile({ git, title }: ReusableContentEntry): Placed {
  const own = git && markdownPath(git.path)
  const isOwn = own?.startsWith(`${includesFolder}/`) === true
  return { path: isOwn ? own : `${includesFolder}/${slugFor(title)}.md`, isOwn }
}
