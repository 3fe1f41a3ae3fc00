import type { PageMetaLinks } from '@quire/contracts'
import { refOf } from '@quire/document/plain'
import type { z } from 'zod'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'

type MetaLinks = z.infer<typeof PageMetaLinks>
type MetaLink = NonNullable<MetaLinks['canonical']>

/** Bound on the alternates of a page; front matter may have any number. */
const maxAlternates = 100

/**
 * Returns the meta links in a page's front matter: `metaLinks` with `canonical`, an address, and `alternates`, a list of
 * addresses. Addresses that lead to no page of the space and not to the web are left out.
 */
export function pageMetaLinks({ frontMatter }: Pick<PageEntry, 'frontMatter'>): MetaLinks {
  const { metaLinks } = frontMatter ?? {}
  if (typeof metaLinks !== 'object' || metaLinks === null) return {}
  const { canonical, alternates } = metaLinks as Record<string, unknown>
  const target = metaLinkOf(canonical)
  const others = Array.isArray(alternates) ? alternates.flatMap((one) => metaLinkOf(one) ?? []) : []
  return {
    ...(target && { canonical: target }),
    ...(others.length > 0 && { alternates: others.slice(0, maxAlternates) }),
  }
}

function metaLinkOf(address: unknown): MetaLink | undefined {
  if (typeof address !== 'string' || address.length > 2048) return undefined
  const ref = refOf(address, {})
  if (ref?.kind === 'page') return { kind: 'page', page: ref.page, ...(ref.space && { space: ref.space }) }
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? { kind: 'url', url: address } : undefined
}
