import { createHash } from 'node:crypto'
import type { LinkRelation } from '@quire/contracts'
import { type ContentRef, isSafeUrl, type Link, refOf, schemeOf } from '@quire/document/plain'

/** The addresses that a text refers to, each once. They mean the same wherever the text is, but for `#anchor`. */
export type TextTargets = Record<LinkRelation, string[]>

export const noTargets: TextTargets = { reference: [], dependsOn: [] }

/** What some links refer to. Addresses that nobody may follow are left out. */
export function targetsOf(links: readonly Pick<Link, 'url' | 'image'>[]): TextTargets {
  const found = { reference: new Set<string>(), dependsOn: new Set<string>() }
  for (const { url, image } of links) if (url !== '' && isSafeUrl(url)) found[relationOf(url, image)].add(url)
  return { reference: [...found.reference], dependsOn: [...found.dependsOn] }
}

/** A page cannot be shown without its pictures, the texts that it includes and the specifications that it shows. */
export function relationOf(address: string, isPicture: boolean): LinkRelation {
  const kind = refOf(address, {})?.kind
  return isPicture || kind === 'reusable-content' || kind === 'openapi' ? 'dependsOn' : 'reference'
}

/** What an address leads to, as seen from where it is used. */
export interface Target {
  /** Tells targets apart, and orders them: the address, cut where it is long. */
  target: string
  relation: LinkRelation
  /** The whole address. */
  address: string
  /** What must be there, as the address of it: a page, file or reusable content of a space, or a specification. */
  resource: string | null
  /** The space that must be there, where it is another one. */
  outside: string | null
  /** The status where it does not follow from what the space has; `outside`: it depends on who asks, and when. */
  settled: 'ok' | 'broken' | 'in-app' | 'outside' | undefined
}

/** Where an address is used. */
export interface Standpoint {
  spaceId: string
  /** The public address of this installation. */
  publicUrl: string
  /** The page whose text it is in; a text that pages include has none. */
  pageId?: string | undefined
}

/** Index entries have a greatest size. */
const longestTarget = 400

/** Undefined for an anchor in a text that pages include: it means another place in each of them. */
export function readTarget(address: string, relation: LinkRelation, from: Standpoint): Target | undefined {
  const ref = refOf(address, {}) ?? ({ kind: 'url', url: address } as const)
  const found = foundIn(ref, from)
  if (!found) return undefined
  const { resource, outside, settled } = found.means
  return {
    target: shortened(found.address ?? address),
    relation,
    address: found.address ?? address,
    resource: resource === undefined ? null : shortened(resource),
    outside: outside === undefined ? null : shortened(outside),
    settled,
  }
}

/** What addresses of specifications begin with. */
export const specPlace = '/openapi/'

interface Means {
  resource?: string
  outside?: string
  settled?: Target['settled']
}

function foundIn(ref: ContentRef, from: Standpoint): { address?: string; means: Means } | undefined {
  switch (ref.kind) {
    case 'url':
      return { means: { settled: statusOfUrl(ref.url, from.publicUrl) } }
    case 'file':
      return { means: { resource: `/files/${ref.file}` } }
    case 'page':
      return inSpace(ref.space, `/pages/${ref.page}`, '', from)
    case 'reusable-content':
      return inSpace(ref.space, `/reusable-contents/${ref.reusableContent}`, '', from)
    case 'anchor': {
      const page = ref.page ?? from.pageId
      return page === undefined
        ? undefined
        : inSpace(ref.space, `/pages/${page}`, `#${encodeURIComponent(ref.anchor)}`, from)
    }
    case 'space':
      return { means: ref.space === from.spaceId ? { settled: 'ok' } : { outside: ref.space, settled: 'outside' } }
    case 'openapi':
      return { means: { resource: `${specPlace}${ref.spec}`, settled: 'outside' } }
    default:
      // Nobody is told of people, collections and tags that they may not see: so nothing is said of whether they are there.
      return { means: { settled: 'ok' } }
  }
}

/** One target has one address, however it is written. */
function inSpace(space: string | undefined, resource: string, anchor: string, { spaceId }: Standpoint) {
  if (space === undefined || space === spaceId) return { address: resource + anchor, means: { resource } }
  const address = `/spaces/${space}${resource}${anchor}`
  return { address, means: { resource, outside: space, settled: 'outside' as const } }
}

/** A path is broken: where it led to something when it was written, it was kept as the address of that. */
function statusOfUrl(url: string, publicUrl: string): Target['settled'] {
  if (schemeOf(url) === undefined && !/^[/\\]{2}/.test(url)) return 'broken'
  return isInApp(url, publicUrl) ? 'in-app' : 'ok'
}

/** Published sites lie beneath the public address too, and are for readers. */
function isInApp(url: string, publicUrl: string): boolean {
  const [address, base] = [URL.parse(url), URL.parse(publicUrl)]
  if (!address || !base || address.origin !== base.origin) return false
  const path = `${base.pathname.replace(/\/$/, '')}/`
  return `${address.pathname}/`.startsWith(path) && !address.pathname.startsWith(`${path}sites/`)
}

function shortened(address: string): string {
  if (address.length <= longestTarget) return address
  const hash = createHash('sha256').update(address).digest('base64url')
  return `${address.slice(0, longestTarget - hash.length).toWellFormed()}${hash}`
}
