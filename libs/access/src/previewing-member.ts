import type { SiteVisit } from '@quire/kit'
import type { QueryExecutorProvider } from 'kysely'
import { type IsBarred, type Member, membership } from './membership.ts'
import { spaceLevel } from './scope-level.ts'
import { lacksSingleSignOn } from './single-sign-on.ts'

/** The member who previews a site, and the kind of the access token that the preview was created with. */
type Previewer = Pick<SiteVisit, 'previewOf' | 'previewKind'>

/**
 * Returns the member who previews a site of the organization. Undefined once they are no member, disabled, or asked for
 * a single sign-on that the token of the preview did not come from.
 */
export async function previewingMember(
  sql: QueryExecutorProvider,
  { previewOf, previewKind }: Previewer,
  organizationId: string,
  isBarred: IsBarred,
): Promise<Member | undefined> {
  if (previewOf === undefined) return undefined
  const member = await membership(sql, { userId: previewOf, organizationId }, isBarred)
  return member && !member.disabled && !lacksSingleSignOn(member, previewKind) ? member : undefined
}

/** True if the member who previews a site may read the space now. */
export async function mayPreviewSpace(
  sql: QueryExecutorProvider,
  { previewOf, previewKind }: Previewer,
  spaceId: string,
  isBarred: IsBarred,
): Promise<boolean> {
  if (previewOf === undefined) return false
  const found = await spaceLevel(sql, { userId: previewOf, spaceId }, isBarred)
  return (
    found !== undefined && !found.isDeleted && found.level !== 'none' && !lacksSingleSignOn(found.member, previewKind)
  )
}
