import { rewriteLinks } from '@quire/document'

/** Points links to files of the same batch (`./<ref>`) at the files themselves (interface 4.10). */
export function withReferences(markdown: string, files: ReadonlyMap<string, string>): string {
  if (files.size === 0) return markdown
  return rewriteLinks(markdown, ({ url }) => {
    const id = files.get(decoded(url.replace(/^\.\//, '')))
    return id === undefined ? undefined : `/files/${id}`
  })
}

/** A link that is no valid percent-encoding is taken as it stands. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch (error) {
    if (error instanceof URIError) return url
    throw error
  }
}
