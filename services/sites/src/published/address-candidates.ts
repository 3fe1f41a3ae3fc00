/** The parts of a path, as the address has them and as they read. */
export interface Segment {
  raw: string
  text: string
}

/** Where an address may lead. */
export type Candidates =
  /** The address of a site under the system's own; the path begins behind its name. */
  | { by: 'name'; name: string; origins: string[]; segments: Segment[]; used: number }
  /** A host of a site's own, or a proxy's host and path: the path may begin behind each of `origins`. */
  | { by: 'host'; hostname: string; origins: string[]; segments: Segment[]; used: 0 }

const mostSegments = 32
/** A proxy's path has 512 characters at most. */
const mostOfOrigin = 16
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const inNoPath = /[\u0000-\u001f\u007f/\\]/

/** Reads a public address; undefined for one that leads to no site whatever there is. */
export function candidatesOf(address: string, publicUrl: string): Candidates | undefined {
  const url = new URL(address)
  const segments = segmentsOf(url.pathname)
  if (!segments || url.username !== '' || url.password !== '') return undefined
  const own = new URL(`${publicUrl}/sites/`)
  const front = segmentsOf(own.pathname) ?? []
  const isOwn = url.host === own.host && front.every(({ text }, index) => segments[index]?.text === text)
  if (!isOwn) return elsewhere(url, segments)
  const name = segments[front.length]?.text
  return name === undefined ? undefined : { by: 'name', name, origins: [], segments, used: front.length + 1 }
}

function elsewhere({ hostname }: URL, segments: Segment[]): Candidates {
  const host = hostname.replace(/\.$/, '')
  const parts = segments.slice(0, mostOfOrigin).map(({ text }) => text.toLowerCase())
  const origins = parts.map((_, index) => [host, ...parts.slice(0, index + 1)].join('/'))
  return { by: 'host', hostname: host, origins, segments, used: 0 }
}

/** Undefined where a path cannot be one of a site's: it is too deep, or its parts are not what they seem. */
function segmentsOf(pathname: string): Segment[] | undefined {
  const raw = pathname.replace(/^\/|\/$/g, '').split('/')
  if (raw.length > mostSegments) return undefined
  if (raw.length === 1 && raw[0] === '') return []
  const segments = raw.map((one) => ({ raw: one, text: decoded(one) ?? '' }))
  return segments.some(({ text }) => text === '' || text === '.' || text === '..' || inNoPath.test(text))
    ? undefined
    : segments
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
