import { isSafeUrl } from '@quire/document/plain'

/** Something that no page of ours has, so that relative addresses are told from others. */
const ours = 'https://ours.invalid'
/** Longer addresses are left out: no browser opens them. */
const longest = 8000

/** An address that a reader may follow, as it is written; undefined where it could run a script or is no address. */
export function safeAddress(address: string | undefined): string | undefined {
  if (!address || address.length > longest || !isSafeUrl(address)) return undefined
  return URL.canParse(address, ours) ? address : undefined
}

/** The host that an address leads to; undefined for one on this site, and for mail and telephone. */
export function hostOf(address: string): string | undefined {
  const url = URL.parse(address, ours)
  return !url || url.host === 'ours.invalid' || !/^https?:$/.test(url.protocol) ? undefined : url.host
}
