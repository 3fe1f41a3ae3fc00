import { type ContentRef, longestEventText, looksLikeShareKey, type VisitorClaims } from '@quire/contracts'

const longestUrl = 2048
const longestAnchor = 256
const longestClaims = 1024
const maxClaims = 32
const longestClaim = 128
const longestTag = 35
const campaignParts = ['source', 'medium', 'campaign', 'term', 'content'] as const
const longestCampaign = 256

/** Columns of a campaign. */
type Campaign = Record<`utm_${(typeof campaignParts)[number]}`, string | null>

/**
 * Returns the address without query and fragment, which may name a person, and without the keys of share links, which
 * are secrets. Undefined if it is no address of the web.
 */
export function plainAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin, pathname } = new URL(url)
  if (!['http:', 'https:'].includes(protocol)) return undefined
  const path = pathname.split('/').filter((segment) => !looksLikeShareKey(segment))
  return `${origin}${path.join('/') || '/'}`.slice(0, longestUrl)
}

/** Returns the columns of the page that a visitor came from. */
export function referrerColumns(referrer: string | null | undefined) {
  const address = referrer ? plainAddress(referrer) : undefined
  return { referrer: address ?? null, referrer_domain: address === undefined ? null : new URL(address).hostname }
}

/** Returns the columns of a campaign from a function that knows its parts. */
export const campaignColumns = (
  partOf: (part: (typeof campaignParts)[number]) => string | null | undefined,
): Campaign =>
  Object.fromEntries(
    campaignParts.map((part) => [`utm_${part}`, partOf(part)?.slice(0, longestCampaign).toWellFormed() || null]),
  ) as Campaign

/** Returns the canonical form of a language tag; null if it is none. */
export function languageTag(tag: string | null | undefined): string | null {
  if (!tag) return null
  try {
    return Intl.getCanonicalLocales(tag)[0]?.slice(0, longestTag) ?? null
  } catch {
    // RangeError: not a tag.
    return null
  }
}

/** Returns a text without the blanks around it, as long as an event's text may be; null if nothing is left. */
export const eventText = (text: string | undefined): string | null =>
  text?.trim().slice(0, longestEventText).toWellFormed() || null

/** Returns the columns of a link's target. */
export function linkColumns(target: ContentRef) {
  const known =
    target.kind === 'url'
      ? { ...target, url: target.url.slice(0, longestUrl).toWellFormed() }
      : target.kind === 'anchor'
        ? { ...target, anchor: target.anchor.slice(0, longestAnchor).toWellFormed() }
        : target
  const domain = known.kind === 'url' && URL.canParse(known.url) ? new URL(known.url).hostname : ''
  return { link: canonicalJson(known), link_kind: known.kind, link_domain: domain || null }
}

/** Returns the columns of a visitor's claims. Claims of more than a kilobyte are left out: they describe one person. */
export function claimColumns(claims: VisitorClaims) {
  const canonical = canonicalJson(claims)
  if (canonical.length > longestClaims || canonical === '{}') return { claims: null, claim_values: null }
  const values = namedValues(claims, '')
    .filter(([name]) => name.length <= longestClaim)
    .slice(0, maxClaims)
  return { claims: canonical, claim_values: Object.fromEntries(values) }
}

const namedValues = (claims: object, prefix: string): [string, string][] =>
  Object.entries(claims).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return namedValues(value, `${prefix}${name}.`)
    const text = typeof value === 'string' ? value : canonicalJson(value)
    return [[prefix + name, text.slice(0, longestClaim).toWellFormed()]]
  })

/** Returns JSON with sorted names, so that equal values are equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
