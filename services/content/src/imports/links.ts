import { type Link, rewriteLinks } from '@quire/document/plain'
import { folderOf, isReadme, resolveFrom } from './paths.ts'
import type { SourceFile } from './sources.ts'

/** Ids by path from the root of the import; a folder with a page of its own is there too. */
export interface Targets {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  reusableContents: ReadonlyMap<string, string>
}

/** What links may lead to; what was fetched by itself has an address too. */
export interface LinkTargets extends Targets {
  /** Paths by the addresses that files were fetched from, and the other way round. */
  fetched: ReadonlyMap<string, string>
  addresses: ReadonlyMap<string, string>
}

export function targetsOf(
  pages: Iterable<[string, string]>,
  files: Iterable<[string, string]>,
  reusableContents: Iterable<[string, string]> = [],
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
    addresses: new Map(fetched.flatMap(({ url, path }) => (url === undefined ? [] : [[path, url] as const]))),
  }
}

/**
 * The page's text with links to other pages of the import as `/pages/<id>`, to its files as `/files/<id>` and to what it
 * includes as `/reusable-contents/<id>`, anchors kept: addresses that outlive moves and new titles. Links to what the
 * import does not have stay as they are, and are told to `onOpen`. `urls` are those of all links afterwards; `changed`
 * has the new ones.
 */
export function withStableLinks(
  { markdown, links }: { markdown: string; links: readonly Link[] },
  path: string,
  targets: LinkTargets,
  onOpen?: () => void,
): { markdown: string; urls: string[]; changed: ReadonlyMap<Link, string | undefined> } {
  const newUrl = (link: Link) => {
    if (link.kind === 'external') return fetchedAddress(link.url, targets)
    if (link.kind !== 'page' && link.kind !== 'file') return undefined
    const address = stableAddress(resolveFrom(path, link.target), targets)
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

/** Servers answer a folder with and without the slash at its end. */
const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** What was fetched is linked by its id, whatever names it: a link to a part of it keeps that. */
function fetchedAddress(url: string, targets: LinkTargets): string | undefined {
  if (targets.fetched.size === 0) return undefined
  const at = url.indexOf('#')
  const [address, anchor] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const path =
    targets.fetched.get(withoutSlash(address)) ?? targets.fetched.get(withoutSlash(address.replace(/\?.*$/s, '')))
  const stable = path === undefined ? undefined : stableAddress(path, targets)
  return stable && stable + anchor
}

/** The address of what the import has at a path; undefined where that is nothing. */
function stableAddress(path: string | undefined, { pages, files, reusableContents }: Targets): string | undefined {
  if (path === undefined) return undefined
  const page = pages.get(path) ?? pages.get(`${path}.md`)
  if (page) return `/pages/${page}`
  const included = reusableContents.get(path)
  if (included) return `/reusable-contents/${included}`
  const file = files.get(path)
  return file && `/files/${file}`
}
