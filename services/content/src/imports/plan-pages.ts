import { newId } from '@quire/kit'
import type { ReadFrontMatter } from '../storage/front-matter/read-front-matter.ts'
import { readFrontMatter } from '../storage/front-matter/read-front-matter.ts'
import type { CoverRef } from '../storage/front-matter/write-front-matter.ts'
import { urlRef } from '../storage/front-matter/write-front-matter.ts'
import { type GitOrigin, type PageAttributes, type PageEntry, slugFor } from '../storage/revisions/revision-entries.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import { type TreeNode, type Visit, walk } from './import-tree.ts'
import type { ReadFile } from './read-files.ts'
import type { ReadImported, ReadingTerms } from './read-imported.ts'
import type { UnchangedFiles } from './source-files.ts'
import { folderOf, isReadme, nameOf, resolveFrom } from './source-paths.ts'
import type { LinkTargets } from './stable-links.ts'
import { type StoreText, storeWithStableLinks } from './store-text.ts'

/** A page that an import creates or changes. */
export interface ImportedPage extends PageAttributes {
  id: string
  parentId: string | null
  /** Position among its siblings, from 0. */
  order: number
  type: 'document' | 'group' | 'link'
  title: string
  /** A shorter title for the navigation. */
  linkTitle?: string
  /** Unique among its siblings; `path` is the slugs from the root down. */
  slug: string
  path: string
  hidden: boolean
  /** For a document: the hash of its text, without front matter and title; null for an empty text. */
  document?: string | null
  /** For a text with links that lead out of the import: the lines of its file before it. */
  openAfter?: number
  /** For a document: the path of its file from the root of the import. */
  gitPath?: string
  /** For a document: its file, besides the path. */
  origin?: Omit<GitOrigin, 'path'>
  /** For a document that was fetched separately: its address. */
  sourceURL?: string
  /** For a link: its target. */
  url?: string
}

/** Begins to read files; each call of the result returns the next file, undefined for one that cannot be read. */
export type ReadFiles = (
  wanted: readonly ({ path: string } & Omit<ReadingTerms, 'otherwise'>)[],
) => () => Promise<ReadFile | undefined>

interface PageSources {
  read: ReadFiles
  targets: LinkTargets
  storeText: StoreText
  slugs?: 'titles'
  unchanged?: UnchangedFiles | undefined
  signal?: AbortSignal
}

/** Plans the pages of a tree, parents first, without those that cannot be read. */
export async function planPages(nodes: TreeNode[], sources: PageSources): Promise<ImportedPage[]> {
  const planned = new Map<TreeNode | undefined, { id: string; path: string; slugs: Map<string, number> }>()
  planned.set(undefined, { id: '', path: '', slugs: new Map() })
  const pages: ImportedPage[] = []
  // Yields often, because the reading thread gets its next texts with each turn.
  const turn = yieldEvery(10)
  const visits = [...walk(nodes)]
  const next = sources.read(
    visits.flatMap(({ node }) =>
      node.type === 'document' && !sources.unchanged?.pages.has(node.path)
        ? [{ path: node.path, title: node.title }]
        : [],
    ),
  )
  for (const visit of visits) {
    await turn()
    sources.signal?.throwIfAborted()
    const parent = planned.get(visit.parent)
    const content = await contentOf(visit, sources, next)
    if (!content) continue
    const source = sources.slugs === 'titles' ? content.title : slugSource(visit.node, content.title)
    const slug = unique(slugFor(source), parent?.slugs ?? new Map())
    const path = parent?.path ? `${parent.path}/${slug}` : slug
    pages.push({ ...content, parentId: parent?.id || null, order: visit.order, slug, path })
    planned.set(visit.node, { id: content.id, path, slugs: new Map() })
  }
  return pages
}

type Content = Omit<ImportedPage, 'parentId' | 'order' | 'slug' | 'path'>

async function contentOf(
  { node }: Visit,
  { targets, storeText, unchanged }: PageSources,
  next: () => Promise<ReadFile | undefined>,
): Promise<Content | undefined> {
  if (node.type === 'group') return { id: newId(), type: 'group', title: node.title || 'Untitled', hidden: false }
  if (node.type === 'link') {
    return { id: newId(), type: 'link', title: node.title || node.url, url: node.url, hidden: false }
  }
  const before = unchanged?.pages.get(node.path)
  const page = before ? undefined : await next()
  if (!before && !page) return undefined
  const id = targets.pages.get(node.path)
  if (before && id) return contentAsBefore(before, id, node.path)
  if (!page || !id) throw new Error(`The tree names ${node.path}, which has no id`)
  const { title, frontMatter } = page
  const sourceURL = targets.addresses.get(node.path)
  const { document, origin, openAfter } = await storeWithStableLinks(storeText, page, node.path, targets)
  return {
    id,
    type: 'document',
    title,
    gitPath: node.path,
    origin: { ...origin, ...(node.hidden && { unlisted: true }) },
    ...(sourceURL !== undefined && { sourceURL }),
    document,
    ...(openAfter !== undefined && { openAfter }),
    ...(node.linkTitle && { linkTitle: node.linkTitle }),
    ...(node.computed && { computed: node.computed }),
    ...appearanceOf(page, node.path, targets),
    hidden: node.hidden ?? frontMatter.hidden ?? false,
  }
}

/** Returns a page as an earlier import made it of the same file, without what the configuration says of it. */
function contentAsBefore({ git, ...page }: PageEntry, id: string, path: string): Content {
  const {
    type: _,
    slug: __,
    parent: ___,
    order: ____,
    placed: _____,
    createdAt: ______,
    redirects: _______,
    ...attributes
  } = page
  const { path: ________, isHidden = false, ...origin } = git ?? { path }
  return { ...attributes, id, type: 'document', gitPath: path, origin, hidden: isHidden }
}

/** Slugs follow the names of files, as readers of the source expect; a folder's page has the slug of the folder. */
function slugSource(node: TreeNode, title: string): string {
  if (node.type === 'group') return node.slug ?? title
  if (node.type !== 'document') return title
  if (!isReadme(node.path)) return nameOf(node.path)
  return folderOf(node.path).split('/').at(-1) || title
}

/** `taken` has the number to try next for each slug, so that many pages of one name cost no more than others. */
function unique(slug: string, taken: Map<string, number>): string {
  let number = taken.get(slug) ?? 0
  const numbered = () => (number === 0 ? slug : `${slug}-${number}`)
  while (taken.has(numbered())) number += 1
  const free = numbered()
  taken.set(slug, number + 1)
  if (free !== slug) taken.set(free, 1)
  return free
}

/** Returns the attributes that the front matter of the file at `path` gives its page. */
function appearanceOf({ found, frontMatter }: ReadImported, path: string, targets: LinkTargets): PageAttributes {
  if (!found) return {}
  const { cover, coverDark } = frontMatter
  const covers = { light: coverRef(cover, path, targets), dark: coverRef(coverDark, path, targets) }
  const { attributes, rest }: ReadFrontMatter = readFrontMatter(found, covers)
  return { ...attributes, frontMatter: rest }
}

function coverRef(cover: string | undefined, path: string, { files, used }: LinkTargets): CoverRef | undefined {
  if (cover === undefined) return undefined
  const file = files.get(resolveFrom(path, cover) ?? '')
  if (file !== undefined) used.add(file)
  return file === undefined ? urlRef(cover) : { kind: 'file', file }
}
