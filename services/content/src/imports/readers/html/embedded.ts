/** A file that was in a page itself. */
export interface EmbeddedFile {
  path: string
  bytes: Uint8Array
}

const mostBytes = 10 * 1024 * 1024
const types: Record<string, string> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico', 'vnd.microsoft.icon': 'ico' }

/** Collects the pictures of a page that are written as `data:`; equal ones are one file. */
export function embeddedFiles(folder: string) {
  const all: EmbeddedFile[] = []
  const known = new Map<string, string>()
  const paths = new Set<string>()
  return {
    all,
    paths,
    /** Its path; undefined for what is no picture in base64, or too large. */
    add(url: string): string | undefined {
      const before = known.get(url)
      if (before !== undefined) return before
      const [start, type = ''] = /^data:image\/([\w.+-]{1,30})(?:;[\w-]+=[\w-]+)*;base64,/i.exec(url) ?? []
      if (start === undefined || url.length > (mostBytes * 4) / 3) return undefined
      const path = `${folder}/picture-${all.length + 1}.${types[type.toLowerCase()] ?? type.toLowerCase()}`
      all.push({ path, bytes: Buffer.from(url.slice(start.length), 'base64') })
      known.set(url, path)
      paths.add(path)
      return path
    },
  }
}
