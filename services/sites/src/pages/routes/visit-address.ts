import { hostAddress } from '../../states/site-address.ts'

/** The parts of the address that a reader asks for. */
interface VisitAddress {
  /** As it came. */
  path: string
  /** Path and query beneath the public address; at a host of a site's own without its name. */
  shown: string
  query: URLSearchParams
  /** The site's name, and the path behind it, decoded. */
  name: string
  rest: string
  /** The host of its own that the site was asked for at. */
  hostname: string | undefined
  /** A file of the frame, which belongs to no site: its path. */
  asset: string | undefined
}

const sites = '/sites/'
const assets = '-/assets/'

/** Throws URIError, which is 400, for a path that is not valid. */
export function readVisitAddress(url: string): VisitAddress {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const [name = '', ...rest] = path.slice(sites.length).split('/').map(decodeURIComponent)
  // The gateway puts the host in the place of the name. No basename or id has a dot.
  const hostname = name.includes('.') ? name : undefined
  const shown = hostname === undefined ? url : url.slice(sites.length + hostname.length)
  const within = hostname === undefined ? path.slice(sites.length) : (shown.split('?', 1)[0]?.slice(1) ?? '')
  return {
    path,
    shown,
    name,
    rest: rest.join('/').replace(/\/$/, ''),
    hostname,
    query: new URLSearchParams(query),
    asset: within.startsWith(assets) ? within.slice(2) : undefined,
  }
}

/** A path whose parts are encoded; throws URIError as above. */
export const decodedPath = (path: string): string => path.split('/').map(decodeURIComponent).join('/')

/** The public address that the reader has. At a host of its own a site is found by that host alone. */
export const addressToResolve = ({ hostname, path, shown }: VisitAddress, publicUrl: string) =>
  hostname === undefined
    ? { url: publicUrl + path, isAtHost: false }
    : { url: `${hostAddress(hostname, publicUrl)}${shown.split('?', 1)[0]}`, isAtHost: true }

/** Path and query, as the reader has them. */
export const shownAddress = ({ hostname, shown }: VisitAddress, publicUrl: string): string =>
  hostname === undefined ? new URL(publicUrl).pathname.replace(/\/$/, '') + shown : shown
