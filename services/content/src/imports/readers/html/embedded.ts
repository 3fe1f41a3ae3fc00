import { relativeAddress } from '../../source-paths.ts'

/** A file that was in a page itself. */
export interface EmbeddedFile {
  path: string
  bytes: Uint8Array
}

const maxBytes = 10 * 1024 * 1024
const types: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico', 'vnd.microsoft.icon': 'ico' }

/** Collects the pictures of a page in `data:` URLs; equal ones are one file. */
export function embeddedFiles(folder: string) {
  const all: EmbeddedFile[] = []
  const known = new Map<string, string>()
  const addresses = new Set<string>()
  return {
    all,
    addresses,
    /** Returns the relative address of a picture; undefined if it is not a picture in base64, or too large. */
    add(url: string): string | undefined {
      const before = known.get(url)
      if (before !== undefined) return before
      const [start, type = ''] = /^data:image\/([\w.+-]{1,30})(?:;[\w-]+=[\w-]+)*;base64,/i.exec(url) ?? []
      if (start === undefined || url.length > (maxBytes * 4) / 3) return undefined
      const path = `${folder}/picture-${all.length + 1}.${types[type.toLowerCase()] ?? type.toLowerCase()}`
      const address = relativeAddress('', path)
      all.push({ path, bytes: Buffer.from(url.slice(start.length), 'base64') })
      known.set(url, address)
      addresses.add(address)
      return address
    },
  }
}
