/** The parts of the address that a reader asks for. */
export interface VisitAddress {
  /** What names the site: its basename or id. */
  name: string
  /** The path within the site, decoded, without slashes at its ends. */
  path: string
  query: URLSearchParams
}

const prefix = '/sites/'

/** Takes an address apart; undefined for one that is not valid. */
export function readVisitAddress(url: string): VisitAddress | undefined {
  const [raw = '', query = ''] = url.split(/\?(.*)/s)
  try {
    const [name = '', ...rest] = raw.slice(prefix.length).split('/').map(decodeURIComponent)
    return { name, path: rest.join('/').replace(/^\/+|\/+$/g, ''), query: new URLSearchParams(query) }
  } catch {
    return undefined
  }
}
