import { folderOf, isMarkdown, isReadme, nameOf } from '../../imports/source-paths.ts'
import { assetsFolder, includesFolder } from '../../storage/revisions/path-mappings.ts'
import {
  type FileEntry,
  type PageEntry,
  type ReusableContentEntry,
  slugFor,
} from '../../storage/revisions/revision-entries.ts'
import type { PageNode } from '../../storage/revisions/revision-reads.ts'
import { archivePaths } from './archive-paths.ts'

/** Something that an archive has a file of. */
export interface Wanted {
  address: string
  path: string
  /** True for the path that something was imported from. */
  isOwn: boolean
  /** Git's name of the file that something was imported from. */
  oid?: string | undefined
}

/** Assigns paths that stay as they are first, and then those of imported files, so that no made name displaces them. */
export function assignPaths(
  wanted: readonly Wanted[],
  { summary, others, isGiven }: { summary: string; others: readonly string[]; isGiven: (one: Wanted) => boolean },
): Map<string, string> {
  const free = archivePaths(summary, others)
  const kindOf = (one: Wanted) => (isGiven(one) ? 'given' : one.isOwn ? 'own' : 'made')
  const { given = [], own = [], made = [] } = Object.groupBy(wanted, kindOf)
  return new Map([
    ...given.map(({ address, path }): [string, string] => [address, free(path, true)]),
    ...[...own, ...made].map(({ address, path }): [string, string] => [address, free(path)]),
  ])
}

export const readmePath = 'README.md'

type Placed = Pick<Wanted, 'path' | 'isOwn'>

/** Returns the path of a page's file: the one that it was imported from, or one made of slugs. */
export function pageFile({ page, path, pages }: PageNode, isFirst: boolean): Placed {
  const own = page.git && markdownPath(page.git.path)
  if (own !== undefined && !own.startsWith(`${includesFolder}/`) && (page.computed || hasSlug(own, page)))
    return { path: own, isOwn: true }
  if (isFirst && slugFor(page.title) === page.slug) return { path: readmePath, isOwn: false }
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

/** Returns the path of a file. A text file of markdown would become a page. */
export function assetFile({ path, name }: FileEntry): Placed {
  const wanted = path ?? `${assetsFolder}/${name.replaceAll('/', '-')}`
  return { path: isMarkdown(wanted) ? `${wanted}.txt` : wanted, isOwn: path !== undefined }
}

/** Returns the path of the file of a reusable content. */
export function includedFile({ git, title }: ReusableContentEntry): Placed {
  const own = git && markdownPath(git.path)
  const isOwn = own?.startsWith(`${includesFolder}/`) === true
  return { path: isOwn ? own : `${includesFolder}/${slugFor(title)}.md`, isOwn }
}
