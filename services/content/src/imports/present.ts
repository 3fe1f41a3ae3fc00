import { newId } from '@quire/kit'
import type { PageAttributes } from '../revisions/entries.ts'
import { slugFor } from '../revisions/slugs.ts'
import { inTurns } from '../turns.ts'
import { appearanceOf } from './appearance.ts'
import { type KeepText, keepStable } from './kept-text.ts'
import type { LinkTargets } from './links.ts'
import { folderOf, isReadme, nameOf } from './paths.ts'
import type { ReadImported, ReadingTerms } from './read.ts'
import { type TreeNode, type Visit, walk } from './tree.ts'

/** A page as it comes into the space. */
export interface ImportedPage extends PageAttributes {
  id: string
  parentId: string | null
  /** Among its siblings, from 0. */
  order: number
  type: 'document' | 'group' | 'link'
  title: string
  /** A shorter title for the navigation. */
  linkTitle?: string
  /** Unique among its siblings; `path` is the slugs from the root down. */
  slug: string
  path: string
  hidden: boolean
  /** Of a document: its text's hash, without front matter and without its title; null for an empty one. */
  document?: string | null
  /** Whether its text has links to what is not in the import. */
  hasOpenLinks?: boolean
  /** Of a document: its file's path from the root of the import. */
  gitPath?: string
  /** Of a document: where it was fetched from, where that is an address of its own. */
  sourceURL?: string
  /** Of a link. */
  url?: string
}

/** Begins to read files in their order; each call answers the next, undefined for one that cannot be read. */
export type ReadFiles = (
  wanted: readonly ({ path: string } & Omit<ReadingTerms, 'otherwise'>)[],
) => () => Promise<ReadImported | undefined>

interface PageSources {
  read: ReadFiles
  targets: LinkTargets
  keepText: KeepText
  signal?: AbortSignal
}

/** The finished pages of a tree, parents first, without those that cannot be read. */
export async function presentPages(nodes: TreeNode[], presenting: PageSources): Promise<ImportedPage[]> {
  const placed = new Map<TreeNode | undefined, { id: string; path: string; slugs: Map<string, number> }>()
  placed.set(undefined, { id: '', path: '', slugs: new Map() })
  const pages: ImportedPage[] = []
  // Often, because with each turn the thread that reads gets its next texts.
  const turn = inTurns(10)
  const visits = [...walk(nodes)]
  const next = presenting.read(
    visits.flatMap(({ node }) => (node.type === 'document' ? [{ path: node.path, title: node.title }] : [])),
  )
  for (const visit of visits) {
    await turn()
    presenting.signal?.throwIfAborted()
    const parent = placed.get(visit.parent)
    const content = await contentOf(visit, presenting, next)
    if (!content) continue
    const slug = unique(slugFor(slugSource(visit.node, content.title)), parent?.slugs ?? new Map())
    const path = parent?.path ? `${parent.path}/${slug}` : slug
    pages.push({ ...content, parentId: parent?.id || null, order: visit.order, slug, path })
    placed.set(visit.node, { id: content.id, path, slugs: new Map() })
  }
  return pages
}

type Content = Omit<ImportedPage, 'parentId' | 'order' | 'slug' | 'path'>

async function contentOf(
  { node }: Visit,
  { targets, keepText }: PageSources,
  next: () => Promise<ReadImported | undefined>,
): Promise<Content | undefined> {
  if (node.type === 'group') return { id: newId(), type: 'group', title: node.title || 'Untitled', hidden: false }
  if (node.type === 'link') {
    return { id: newId(), type: 'link', title: node.title || node.url, url: node.url, hidden: false }
  }
  const page = await next()
  if (!page) return undefined
  const id = targets.pages.get(node.path)
  if (!id) throw new Error(`The tree names ${node.path}, which has no id`)
  const { title, frontMatter } = page
  const sourceURL = targets.addresses.get(node.path)
  let openLinks = 0
  const document = await keepStable(keepText, page, node.path, targets, () => {
    openLinks += 1
  })
  return {
    id,
    type: 'document',
    title,
    gitPath: node.path,
    ...(sourceURL !== undefined && { sourceURL }),
    document,
    ...(openLinks > 0 && { hasOpenLinks: true }),
    ...(node.linkTitle && { linkTitle: node.linkTitle }),
    ...appearanceOf(page, node.path, targets),
    hidden: node.hidden ?? frontMatter.hidden ?? false,
  }
}

/** Addresses follow the files, as readers of the source expect; a folder's page has the folder's. */
function slugSource(node: TreeNode, title: string): string {
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
