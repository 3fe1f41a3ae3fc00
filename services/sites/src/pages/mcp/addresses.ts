import type { OpenSite } from '../frame/model.ts'

/** The absolute address that a client means by an address, or by a path on the site; undefined where it is neither. */
export function addressIn({ address, base }: Pick<OpenSite, 'address' | 'base'>, text: string): string | undefined {
  const path = text.replace(/[?#].*$/s, '')
  const isOfSite = base !== '' && (path === base || path.startsWith(`${base}/`))
  const onSite = (isOfSite ? path.slice(base.length) : path).replace(/^\/+/, '')
  const url = /^https?:\/\//i.test(path) ? path : `${address}/${onSite}`
  return URL.canParse(url) ? new URL(url).href : undefined
}
