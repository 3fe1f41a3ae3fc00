import { hostAddress } from '../../model/site-address.ts'

/** The parts of a requested address. */
export interface VisitAddress {
  /** The path as it was requested. */
  path: string
  /** Path and query beneath the public address; at a custom hostname without the hostname. */
  publicPath: string
  query: URLSearchParams
  /** The site's name, and the path after it, decoded. */
  name: string
  rest: string
  /** The custom hostname that the site was requested at. */
  hostname: string | undefined
  /** The path of a file of the frame, which belongs to no site. */
  asset: string | undefined
}

const sites = '/sites/'
const assets = '-/assets/'

/** Parses the path and query of a request; throws URIError, which becomes 400, for an invalid path. */
export function readVisitAddress(url: string): VisitAddress {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const [name = '', ...rest] = path.slice(sites.length).split('/').map(decodeURIComponent)
  // The gateway puts the hostname in the position of the name. No basename or id has a dot.
  const hostname = name.includes('.') ? name : undefined
  const publicPath = hostname === undefined ? url : url.slice(sites.length + hostname.length)
  const within = hostname === undefined ? path.slice(sites.length) : (publicPath.split('?', 1)[0]?.slice(1) ?? '')
  return {
    path,
    publicPath,
    name,
    rest: rest.join('/').replace(/\/$/, ''),
    hostname,
    query: new URLSearchParams(query),
    asset: within.startsWith(assets) ? within.slice(2) : undefined,
  }
}

/** Decodes a path segment by segment; throws URIError for an invalid path. */
export const decodedPath = (path: string): string => path.split('/').map(decodeURIComponent).join('/')

/** Returns the public address of the request. At a custom hostname a site is found by that hostname only. */
export const addressToResolve = ({ hostname, path, publicPath }: VisitAddress, publicUrl: string) =>
  hostname === undefined
    ? { url: publicUrl + path, isAtHost: false }
    : { url: `${hostAddress(hostname, publicUrl)}${publicPath.split('?', 1)[0]}`, isAtHost: true }

/** Returns path and query as the visitor sees them. */
export const publicPathOf = ({ hostname, publicPath }: VisitAddress, publicUrl: string): string =>
  hostname === undefined ? new URL(publicUrl).pathname.replace(/\/$/, '') + publicPath : publicPath
