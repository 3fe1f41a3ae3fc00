/** A segment of a path, as the address spells it and decoded. */
export interface Segment {
  raw: string
  text: string
}

/** The sites that an address may lead to. */
export type Candidates =
  /** An address under the system's own; the path begins after the site's name. */
  | { by: 'name'; name: string; origins: string[]; segments: Segment[]; used: number }
  /** An address at a custom hostname, or at a proxy's host and path; the path may begin after each of `origins`. */
  | { by: 'host'; hostname: string; origins: string[]; segments: Segment[]; used: 0 }

/** Pages are nested 64 deep at most, below the names of the site, a share link, a section and a space. */
const maxSegments = 160
/** A proxy's path has at most 512 characters. */
const maxOriginSegments = 16
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbiddenInPath = /[\u0000-\u001f\u007f/\\]/

/** Parses a public address; undefined for one that cannot lead to a site. */
export function candidatesOf(address: string, publicUrl: string): Candidates | undefined {
  const url = new URL(address)
  const segments = segmentsOf(url.pathname)
  if (!segments || url.username !== '' || url.password !== '') return undefined
  const own = new URL(`${publicUrl}/sites/`)
  const front = segmentsOf(own.pathname) ?? []
  const isOwn = url.host === own.host && front.every(({ text }, index) => segments[index]?.text === text)
  if (!isOwn) return candidatesAtHost(url, segments)
  const name = segments[front.length]?.text
  return name === undefined ? undefined : { by: 'name', name, origins: [], segments, used: front.length + 1 }
}

function candidatesAtHost({ hostname }: URL, segments: Segment[]): Candidates {
  const host = hostname.replace(/\.$/, '')
  const parts = segments.slice(0, maxOriginSegments).map(({ text }) => text.toLowerCase())
  const origins = parts.map((_, index) => [host, ...parts.slice(0, index + 1)].join('/'))
  return { by: 'host', hostname: host, origins, segments, used: 0 }
}

/** Undefined for a path that no site can have: it is too deep, or contains empty, relative or encoded separators. */
function segmentsOf(pathname: string): Segment[] | undefined {
  const raw = pathname.replace(/^\/|\/$/g, '').split('/')
  if (raw.length > maxSegments) return undefined
  if (raw.length === 1 && raw[0] === '') return []
  const segments = raw.map((one) => ({ raw: one, text: decoded(one) ?? '' }))
  return segments.some(({ text }) => text === '' || text === '.' || text === '..' || forbiddenInPath.test(text))
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
