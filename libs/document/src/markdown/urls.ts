/** The scheme by which an export marks an address that leads nowhere; the rest says what it was. */
export const brokenScheme = 'broken'

const schemes = new Set(['http', 'https', 'mailto', 'tel', brokenScheme])

/**
 * True if the address may stand in a page: a relative one, or one of a scheme that cannot run a script. Reads
 * the address as a browser would, which ignores control characters and spaces in front of the scheme.
 */
export function isSafeUrl(url: string): boolean {
  const scheme = schemeOf(url)
  return scheme === undefined || schemes.has(scheme)
}

/** The scheme in lower case, or nothing for a relative address. */
export function schemeOf(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop exactly these
  const seen = url.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff]/g, '')
  const scheme = /^([^/?#:\\]*):/.exec(seen)?.[1]
  return scheme?.toLowerCase()
}

/** Percent-decodes; text that is not valid percent-encoding is taken as it stands. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

type LinkKind = 'page' | 'file' | 'external' | 'anchor' | 'mailto'

export type LinkTarget = {
  kind: LinkKind
  /** Page and file: the decoded path as written. Anchor: the anchor. Mailto: the addresses. External: the address. */
  target: string
  /** The decoded text after `#`. */
  anchor?: string
}

/** Classifies the address of a link; `embedded` for pictures, which never point at a page. */
export function classifyUrl(url: string, embedded = false): LinkTarget {
  const scheme = schemeOf(url)
  if (scheme === 'mailto') return { kind: 'mailto', target: decodePercent(url.slice(url.indexOf(':') + 1)) }
  if (scheme !== undefined || /^[/\\]{2}/.test(url)) return { kind: 'external', target: url }
  const hash = url.indexOf('#')
  const anchor = hash < 0 ? {} : { anchor: decodePercent(url.slice(hash + 1)) }
  const path = decodePercent((hash < 0 ? url : url.slice(0, hash)).replace(/\?.*$/s, ''))
  if (path === '') return { kind: 'anchor', target: anchor.anchor ?? '', ...anchor }
  return { kind: embedded || isFile(path) ? 'file' : 'page', target: path, ...anchor }
}

/** A last part such as `update-from-v0.12` is a page's name: what follows its dot begins with a digit. */
function isFile(path: string): boolean {
  const extension = /\.([a-z][a-z0-9]{0,9})$/i.exec(path)?.[1]?.toLowerCase()
  return extension !== undefined && !['md', 'markdown', 'html', 'htm'].includes(extension)
}
