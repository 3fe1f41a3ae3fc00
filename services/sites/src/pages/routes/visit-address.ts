/** The parts of the address that a reader asks for. */
interface VisitAddress {
  /** As it came. */
  path: string
  query: URLSearchParams
  /** The site's name, and the path behind it, decoded. */
  name: string
  rest: string
  /** A file of the frame, which belongs to no site: its path. */
  asset: string | undefined
}

const sites = '/sites/'
const assets = `${sites}-/`

/** Throws URIError, which is 400, for a path that is not valid. */
export function readVisitAddress(url: string): VisitAddress {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const [name = '', ...rest] = path.slice(sites.length).split('/').map(decodeURIComponent)
  return {
    path,
    name,
    rest: rest.join('/').replace(/\/$/, ''),
    query: new URLSearchParams(query),
    asset: path.startsWith(assets) ? path.slice(assets.length) : undefined,
  }
}
