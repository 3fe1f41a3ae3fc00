import { type SiteRedirect, timestamp } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { RedirectRow } from '../published/site-redirects.ts'

export function presentRedirect(row: RedirectRow): SiteRedirect {
  return {
    object: 'site-redirect',
    id: row.id,
    source: row.source,
    destination: row.destination,
    draft: row.draft,
    // A source with a wildcard is refused.
    captureWildcard: false,
    permanent: row.permanent,
    createdAt: timestamp(row.created_at),
    ...(row.updated_at !== null && { updatedAt: timestamp(row.updated_at) }),
  }
}

/** A source as the path that an address is compared with; 400, naming the field, where it can be none. */
export function pathOfSource(source: string, field: string): string {
  try {
    const parts = source.slice(1).split('/').map(decodeURIComponent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (parts.every((part) => part !== '.' && part !== '..' && !/[\u0000-\u001f\u007f/\\]/.test(part)))
      return parts.join('/')
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw badRequest(field, 'is no path that an address can have')
}
