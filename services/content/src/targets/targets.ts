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
  /** What must be there: a page, file or reusable content, as the address of it. */
  resource: string | null
  /** The space that must be there, where it is another one. */
  outside: string | null
  /** The status where nothing has to be there. */
  settled: 'ok' | 'broken' | 'in-app' | undefined
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
  const own = { target: shortened(found.address ?? address), relation, address: found.address ?? address }
  return { ...own, resource: null, outside: null, settled: undefined, ...found.means }
}

type Means = Partial<Pick<Target, 'resource' | 'outside' | 'settled'>>

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
      return ref.space === from.spaceId ? { means: { settled: 'ok' } } : { means: { outside: ref.space } }
    default:
      // What belongs to no space is told to nobody who may not see it: so nothing is said of whether it is there.
      return { means: { settled: 'ok' } }
  }
}

/** One target has one address, however it is written. */
function inSpace(space: string | undefined, resource: string, anchor: string, { spaceId }: Standpoint) {
  if (space === undefined || space === spaceId) return { address: resource + anchor, means: { resource } }
  return { address: `/spaces/${space}${resource}${anchor}`, means: { resource, outside: space } }
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
