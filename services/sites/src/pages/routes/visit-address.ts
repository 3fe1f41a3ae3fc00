/** The parts of the address that a reader asks for. */
interface VisitAddress {
  /** As it came. */
  path: string
  query: URLSearchParams
  /** A file of the frame, which belongs to no site: its path. */
  asset: string | undefined
}

const assets = '/sites/-/'

export function readVisitAddress(url: string): VisitAddress {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return {
    path,
    query: new URLSearchParams(query),
    asset: path.startsWith(assets) ? path.slice(assets.length) : undefined,
  }
}
