import { brokenScheme, type Link, rewriteLinks, schemeOf } from '@quire/document/plain'
import type { SourceFile } from './source-files.ts'
import { folderOf, isReadme, resolveFrom } from './source-paths.ts'

/** Ids by path from the root of the import; includes the folders that have a page. */
export interface IdsByPath {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  reusableContents: ReadonlyMap<string, string>
}

/** Targets of links, by path, and by address for separately fetched files. */
export interface LinkTargets extends IdsByPath {
  /** Paths by the addresses that files were fetched from; `addresses` is the inverse. */
  fetched: ReadonlyMap<string, string>
  /** Paths by stable address; the inverse of the ids. */
  paths: ReadonlyMap<string, string>
  addresses: ReadonlyMap<string, string>
  /** Returns the address of what a path of a file leads to outside of the import; absent if nothing is known there. */
  outside?: ((from: string, target: string) => string | undefined) | undefined
  /** Ids of the files that a text of the import has been found to refer to. */
  used: Set<string>
}

export function linkTargetsOf(
  pages: readonly [string, string][],
  files: readonly [string, string][],
  reusableContents: readonly [string, string][] = [],
  fetched: readonly Pick<SourceFile, 'path' | 'url' | 'aliases'>[] = [],
): LinkTargets {
  const byPath = new Map(pages)
  const byFolder = [...byPath]
    .filter(([path]) => isReadme(path))
    .map(([path, id]): [string, string] => [folderOf(path), id])
  return {
    pages: new Map([...byFolder, ...byPath]),
    files: new Map(files),
    reusableContents: new Map(reusableContents),
    fetched: new Map(
      fetched.flatMap(({ url, aliases = [], path }) =>
        (url === undefined ? [] : [url, ...aliases]).map((address): [string, string] => [withoutSlash(address), path]),
      ),
    ),
    used: new Set(),
    paths: new Map(
      Object.entries({ pages, files, 'reusable-contents': reusableContents }).flatMap(([kind, ids]) =>
        [...ids].map(([path, id]): [string, string] => [`/${kind}/${id}`, path]),
      ),
    ),
    addresses: new Map(fetched.flatMap(({ url, path }) => (url === undefined ? [] : [[path, url] as const]))),
  }
}

/**
 * Rewrites the links in a page's text to addresses that survive moves and renames: `/pages/<id>` for pages of the
 * import, `/files/<id>` for files and `/reusable-contents/<id>` for included texts, with their anchors. Other links
 * stay, and `onOpen` is called for each. `onOutside` is called for each link that gets an address outside of the import. `urls` are the addresses of all links afterwards; `changed` has the new ones.
 */
export function withStableLinks(
  { markdown, links }: { markdown: string; links: readonly Link[] },
  path: string,
  targets: LinkTargets,
  onOpen?: () => void,
  onOutside?: () => void,
): { markdown: string; urls: string[]; changed: ReadonlyMap<Link, string | undefined> } {
  const newUrl = (link: Link) => {
    if (schemeOf(link.url) === brokenScheme) onOpen?.()
    if (link.kind === 'external') return fetchedAddress(link.url, targets)
    if (link.kind !== 'page' && link.kind !== 'file') return undefined
    const inside = resolveFrom(path, link.target)
    const outside = inside === undefined ? targets.outside?.(path, link.target) : undefined
    if (outside !== undefined) onOutside?.()
    const address = outside ?? stableAddress(inside, targets)
    if (address !== undefined) return address + (/#.*$/s.exec(link.url)?.[0] ?? '')
    const base = targets.addresses.get(path)
    const fetched = base && URL.canParse(link.url, base) && fetchedAddress(new URL(link.url, base).href, targets)
    if (!fetched) onOpen?.()
    return fetched || undefined
  }
  if (links.length === 0) return { markdown, urls: [], changed: new Map() }
  const changed = new Map(links.map((link) => [link, newUrl(link)]))
  const urls = links.map((link) => (link.source && changed.get(link)) ?? link.url)
  return { markdown: rewriteLinks(markdown, (link) => changed.get(link), links), urls, changed }
}

/** Normalizes an address, because servers answer for a folder with and without a final slash. */
const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** Returns the stable address of a fetched file, with the fragment of the link. */
function fetchedAddress(url: string, targets: LinkTargets): string | undefined {
  if (targets.fetched.size === 0) return undefined
  const at = url.indexOf('#')
  const [address, anchor] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const path =
    targets.fetched.get(withoutSlash(address)) ?? targets.fetched.get(withoutSlash(address.replace(/\?.*$/s, '')))
  const stable = path === undefined ? undefined : stableAddress(path, targets)
  return stable && stable + anchor
}

/** Returns the stable address of a path of the import; undefined if the import has nothing there. */
function stableAddress(
  path: string | undefined,
  { pages, files, reusableContents, used }: LinkTargets,
): string | undefined {
  if (path === undefined) return undefined
  const page = pages.get(path) ?? pages.get(`${path}.md`)
  if (page) return `/pages/${page}`
  const included = reusableContents.get(path)
  if (included) return `/reusable-contents/${included}`
  const file = files.get(path)
  if (file) used.add(file)
  return file && `/files/${file}`
}
