import { type Link, rewriteLinks } from '@quire/document/plain'
import type { PageEntry } from '../revisions/entries.ts'
import type { RevisionFinder } from '../revisions/finder.ts'
import { includesFolder } from '../revisions/placements.ts'
import { inTurns } from '../turns.ts'
import { findFile, findPage, type Standpoint, slugPaths } from './link-paths.ts'
import { pageRef, type References } from './references.ts'

/**
 * Gives a text's links addresses that outlive moves and new names: `/pages/<id>` and `/files/<id>`, anchors kept, and
 * `/reusable-contents/<id>` for what it includes. A page may be named by its id, its slugs, the path of its file, or a
 * path relative to the page that the link is in; a file likewise. A link that names nothing stays as it is written.
 * `links` are those of the text; what is no page says itself `from` where its links are written.
 */
export async function resolveLinks(
  { markdown, links }: { markdown: string; links: readonly Link[] },
  from: { id: string; page: PageEntry } | Standpoint[],
  { finder, refs }: { finder: RevisionFinder; refs: References },
): Promise<string> {
  const relative = new Map(
    links.filter(({ kind }) => kind === 'page' || kind === 'file').map((link) => [link.url, link]),
  )
  if (relative.size === 0) return markdown
  const standpoints = Array.isArray(from) ? from : await standpointsOf(finder, from)
  const targets = [...relative.values()].map(({ target }) => target)
  await finder.readAhead({
    ids: targets.flatMap((target) => keptId(target) ?? []),
    paths: targets.flatMap((target) => slugPaths(target, standpoints)),
  })
  const turn = inTurns()
  const addresses = new Map<string, string>()
  for (const link of relative.values()) {
    await turn()
    const address = await addressOf(finder, refs, link, standpoints)
    if (address !== undefined) addresses.set(link.url, address + (/#.*$/s.exec(link.url)?.[0] ?? ''))
  }
  if (addresses.size === 0) return markdown
  return rewriteLinks(markdown, ({ url }) => addresses.get(url), links)
}

/** The id of the file that a page's cover names, from a page among the children of `parent`. */
export async function fileOf(
  finder: RevisionFinder,
  refs: References,
  address: string,
  parent: PageEntry | undefined,
): Promise<string | undefined> {
  const kept = /^\/files\/([^/]+)$/.exec(address)?.[1]
  if (kept !== undefined && (await finder.file(kept))) return kept
  const folder = parent ? `${await finder.pathOf(parent)}/` : ''
  const git = parent?.git ? [{ path: parent.git.path, isFile: true }] : []
  return findFile(finder, refs, address, [...git, { path: `${folder}page.md`, isFile: false }])
}

/**
 * The page's file; else the file it would be in a repository: a page with pages beneath it is its folder's README.md.
 */
async function standpointsOf(
  finder: RevisionFinder,
  { id, page }: { id: string; page: PageEntry },
): Promise<Standpoint[]> {
  const path = await finder.pathOf(page)
  const own = [`${path}.md`, `${path}/README.md`]
  if (await finder.hasChildren(id)) own.reverse()
  return [...(page.git ? [{ path: page.git.path, isFile: true }] : []), ...own.map((path) => ({ path, isFile: false }))]
}

async function addressOf(
  finder: RevisionFinder,
  refs: References,
  { target, kind, image }: Link,
  from: Standpoint[],
): Promise<string | undefined> {
  if (await isKept(finder, target)) return undefined
  const included = image ? undefined : refs.reusableContents.get(pageRef(target))
  if (included !== undefined) return `/reusable-contents/${included}`
  const page = async () => {
    const id = image ? undefined : await findPage(finder, refs, target, from)
    return id && `/pages/${id}`
  }
  const file = async () => {
    const id = await findFile(finder, refs, target, from)
    return id && `/files/${id}`
  }
  const found = kind === 'file' ? ((await file()) ?? (await page())) : ((await page()) ?? (await file()))
  return found ?? includedAddress(finder, target)
}

const kept = /^\/(pages|files)\/([^/]+)$/
const keptId = (target: string): string | undefined => kept.exec(target)?.[2]

/** Whether a target is written as it is kept: there is nothing to find. */
async function isKept(finder: RevisionFinder, target: string): Promise<boolean> {
  const [, kind, id = ''] = kept.exec(target) ?? []
  return (kind === 'pages' ? await finder.page(id) : kind === 'files' ? await finder.file(id) : undefined) !== undefined
}

/** Everything that pages include lies in one folder, wherever the including page is. */
async function includedAddress(finder: RevisionFinder, target: string): Promise<string | undefined> {
  const at = target.indexOf(`${includesFolder}/`)
  const id = at < 0 ? undefined : await finder.includedAt(target.slice(at).normalize())
  return id && `/reusable-contents/${id}`
}
