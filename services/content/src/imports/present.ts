import { setImmediate } from 'node:timers/promises'
import { newId } from '@quire/kit'
import type { FrontMatter } from './front-matter.ts'
import { type Targets, withStableLinks } from './links.ts'
import { type ParsedPage, withoutTitle } from './pages.ts'
import { folderOf, isReadme, nameOf, resolveFrom, slugOf } from './paths.ts'
import { inFile } from './text.ts'
import { type TreeNode, type Visit, walk } from './tree.ts'

type Reference = { kind: 'file'; file: string } | { kind: 'url'; url: string }

/** A page as it comes into the space. */
export interface ImportedPage {
  id: string
  parentId: string | null
  /** Among its siblings, from 0. */
  order: number
  type: 'document' | 'group' | 'link'
  title: string
  /** Unique among its siblings; `path` is the slugs from the root down. */
  slug: string
  path: string
  hidden: boolean
  /** Of a document; without front matter and without its title. */
  markdown?: string
  /** Of a document: its file's path from the root of the import. */
  gitPath?: string
  /** Of a link. */
  url?: string
  description?: string
  icon?: string
  emoji?: string
  noIndex?: boolean
  noRobotsIndex?: boolean
  variables?: Record<string, string>
  cover?: { ref: Reference; yPos: number }
  layout?: PageLayout
}

/** What the front matter says of the layout, flat as the interface has it (2.20); the rest is up to the defaults. */
export type PageLayout = Partial<
  Record<'cover' | 'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination' | 'metadata', boolean>
> & { width?: 'default' | 'wide'; coverSize?: 'hero' | 'full' }

/** The finished pages of a tree, parents first. Throws 400 naming the file whose links cannot be read. */
export async function presentPages(
  nodes: TreeNode[],
  parsed: ReadonlyMap<string, ParsedPage>,
  targets: Targets,
  field: string,
): Promise<ImportedPage[]> {
  const placed = new Map<TreeNode | undefined, { id: string; path: string; slugs: Set<string> }>()
  placed.set(undefined, { id: '', path: '', slugs: new Set() })
  const pages: ImportedPage[] = []
  for (const visit of walk(nodes)) {
    // Reading links takes milliseconds a page: other requests get their turn in between.
    await setImmediate()
    const parent = placed.get(visit.parent)
    const content = contentOf(visit, parsed, targets, field)
    const slug = unique(slugOf(slugSource(visit.node, content.title)), parent?.slugs ?? new Set())
    const path = parent?.path ? `${parent.path}/${slug}` : slug
    pages.push({ ...content, parentId: parent?.id || null, order: visit.order, slug, path })
    placed.set(visit.node, { id: content.id, path, slugs: new Set() })
  }
  return pages
}

type Content = Omit<ImportedPage, 'parentId' | 'order' | 'slug' | 'path'>

function contentOf({ node }: Visit, parsed: ReadonlyMap<string, ParsedPage>, targets: Targets, field: string): Content {
  if (node.type === 'group') return { id: newId(), type: 'group', title: node.title || 'Untitled', hidden: false }
  if (node.type === 'link') {
    return { id: newId(), type: 'link', title: node.title || node.url, url: node.url, hidden: false }
  }
  const page = parsed.get(node.path)
  const id = targets.pages.get(node.path)
  if (!page || !id) throw new Error(`The tree names ${node.path}, which was not read`)
  const title = node.title || page.title
  const { frontMatter } = page
  const markdown = inFile(node.path, field, () =>
    withStableLinks(withoutTitle(page.markdown, title), node.path, targets),
  )
  return {
    id,
    type: 'document',
    title,
    gitPath: node.path,
    markdown,
    hidden: node.hidden ?? frontMatter.hidden ?? false,
    ...appearance(frontMatter, node.path, targets),
  }
}

function appearance(frontMatter: FrontMatter, path: string, targets: Targets): Partial<ImportedPage> {
  const { description, icon, emoji, noIndex, noRobotsIndex, vars, cover, coverY, layout } = frontMatter
  return {
    ...(description && { description }),
    ...(icon && { icon }),
    ...(emoji && { emoji }),
    ...(noIndex && { noIndex }),
    ...(noRobotsIndex && { noRobotsIndex }),
    ...(vars && { variables: vars }),
    ...(cover && coverOf(cover, coverY, path, targets)),
    ...(layout && { layout: layoutOf(layout) }),
  }
}

function coverOf(cover: string, yPos = 0, path: string, { files }: Targets): Partial<ImportedPage> {
  const file = files.get(resolveFrom(path, cover) ?? '')
  if (file) return { cover: { ref: { kind: 'file', file }, yPos } }
  return /^https?:\/\//i.test(cover) ? { cover: { ref: { kind: 'url', url: cover }, yPos } } : {}
}

function layoutOf({ cover, ...layout }: NonNullable<FrontMatter['layout']>): PageLayout {
  const given = { ...layout, cover: cover?.visible, coverSize: cover?.size }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Addresses follow the files, as readers of the source expect; a folder's page has the folder's. */
function slugSource(node: TreeNode, title: string): string {
  if (node.type !== 'document') return title
  if (!isReadme(node.path)) return nameOf(node.path)
  return folderOf(node.path).split('/').at(-1) || title
}

function unique(slug: string, taken: Set<string>): string {
  let free = slug
  for (let number = 1; taken.has(free); number += 1) free = `${slug}-${number}`
  taken.add(free)
  return free
}
