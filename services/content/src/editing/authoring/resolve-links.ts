import { brokenScheme, type Link, refOf, rewriteLinks, schemeOf } from '@quire/document/plain'
import { includesFolder } from '../../storage/revisions/path-mappings.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import type { RevisionFinder } from '../../storage/revisions/revision-finder.ts'
import { yieldEvery } from '../../storage/yield-every.ts'
import { pageRef, type References } from './batch-references.ts'
import { findFile, findPage, type LinkBase, slugPaths } from './link-paths.ts'

/**
 * Rewrites the links of a text to canonical addresses, which survive moves and renames: `/pages/<id>` and `/files/<id>`
 * with their anchors, and `/reusable-contents/<id>` for included texts. A link may refer to a page or file by id,
 * slugs, the path of its file, or a path relative to the page that contains the link. A link without a target stays
 * unchanged, and `onDead` is called for each that has no meaning outside of the content either. `links` are the links of the text. `from` is the page, or the link bases of a text that is not a page.
 */
export async function resolveLinks(
  { markdown, links }: { markdown: string; links: readonly Link[] },
  from: { id: string; page: PageEntry } | LinkBase[],
  { finder, refs }: { finder: RevisionFinder; refs: References },
  onDead?: (link: Link) => void,
): Promise<string> {
  const relative = new Map(
    links.filter(({ kind }) => kind === 'page' || kind === 'file').map((link) => [link.url, link]),
  )
  if (relative.size === 0 && !onDead) return markdown
  const bases = Array.isArray(from) ? from : await linkBasesOf(finder, from)
  const targets = [...relative.values()].map(({ target }) => target)
  await finder.readAhead({
    ids: targets.flatMap((target) => canonicalId(target) ?? []),
    paths: targets.flatMap((target) => slugPaths(target, bases)),
  })
  const turn = yieldEvery()
  const addresses = new Map<string, string>()
  for (const link of relative.values()) {
    await turn()
    const address = await addressOf(finder, refs, link, bases)
    if (address !== undefined) addresses.set(link.url, address + (/#.*$/s.exec(link.url)?.[0] ?? ''))
  }
  for (const link of onDead ? links : []) if (!addresses.has(link.url) && isDead(link)) onDead?.(link)
  if (addresses.size === 0) return markdown
  return rewriteLinks(markdown, ({ url }) => addresses.get(url), links)
}

/**
 * True for an address that leads nowhere where the content does not have it: a path, or one that an export has marked. A
 * link from the root may lead elsewhere on a site.
 */
function isDead({ url, kind, image }: Link): boolean {
  if (schemeOf(url) === brokenScheme) return true
  if (kind !== 'page' && kind !== 'file') return false
  return refOf(url, {})?.kind === 'url' && (image || !url.startsWith('/'))
}

/** Finds the file that the cover of a page refers to; the page is a child of `parent`. */
export async function findCoverFile(
  finder: RevisionFinder,
  refs: References,
  address: string,
  parent: PageEntry | undefined,
): Promise<string | undefined> {
  const fileId = /^\/files\/([^/]+)$/.exec(address)?.[1]
  if (fileId !== undefined && (await finder.file(fileId))) return fileId
  const folder = parent ? `${await finder.pathOf(parent)}/` : ''
  const git = parent?.git ? [{ path: parent.git.path, isFile: true }] : []
  return findFile(finder, refs, address, [...git, { path: `${folder}page.md`, isFile: false }])
}

/**
 * Returns the link bases of a page: its file, if it has one, and the file that it would have in a repository. A page
 * with children is the README.md of its folder.
 */
async function linkBasesOf(finder: RevisionFinder, { id, page }: { id: string; page: PageEntry }): Promise<LinkBase[]> {
  const path = await finder.pathOf(page)
  const own = [`${path}.md`, `${path}/README.md`]
  if (await finder.hasChildren(id)) own.reverse()
  return [...(page.git ? [{ path: page.git.path, isFile: true }] : []), ...own.map((path) => ({ path, isFile: false }))]
}

async function addressOf(
  finder: RevisionFinder,
  refs: References,
  { target, kind, image }: Link,
  from: LinkBase[],
): Promise<string | undefined> {
  if (await isCanonical(finder, target)) return undefined
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

const canonicalAddress = /^\/(pages|files)\/([^/]+)$/
const canonicalId = (target: string): string | undefined => canonicalAddress.exec(target)?.[2]

/** True if a target is a canonical address of an existing page or file. */
async function isCanonical(finder: RevisionFinder, target: string): Promise<boolean> {
  const [, kind, id = ''] = canonicalAddress.exec(target) ?? []
  return (kind === 'pages' ? await finder.page(id) : kind === 'files' ? await finder.file(id) : undefined) !== undefined
}

/** Returns the address of an included text. All included texts are in one folder, whatever the including page. */
async function includedAddress(finder: RevisionFinder, target: string): Promise<string | undefined> {
  const at = target.indexOf(`${includesFolder}/`)
  const id = at < 0 ? undefined : await finder.includedAt(target.slice(at).normalize())
  return id && `/reusable-contents/${id}`
}
