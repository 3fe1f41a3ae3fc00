import {
  type AccessContext,
  authorizer,
  confirmWith,
  type Level,
  type Member,
  rightsOf,
  storedLevel,
} from '@quire/access'
import type { Revocations, ServiceParts } from '@quire/kit'
import { sql } from 'kysely'
import type { SitesDependencies } from './context.ts'
import { openedSite } from './published/visits.ts'
import { seenBy } from './sites/seen.ts'

interface Options {
  revocations: Pick<Revocations, 'has'>
  deps: SitesDependencies
}

/** Decides by the operation's access rule, before its handler runs and again at the end of a write. */
export function deciding({ revocations, deps }: Options): Pick<ServiceParts, 'extend' | 'confirm'> {
  const authorize = authorizer({
    revocations,
    publicUrl: deps.publicUrl,
    siteLevel,
    openedSite: (context) => openedSite(context, deps),
  })
  return {
    extend: async (context) => ({ ...(await rightsOf(authorize, context)), deps }),
    confirm: confirmWith(authorize),
  }
}

/**
 * A site has no rules of its own: a member's level on it is their role in its organization (`read` sees it, `create`
 * changes it, `admin` does the rest). A guest sees a site where they may read a space on it. Which of its spaces a member
 * sees is decided for each space.
 */
async function siteLevel({ sql: db, params }: AccessContext, member: Member): Promise<Level | undefined> {
  const { rows } = await sql`
    select from site where id = ${params.siteId} and organization_id = ${member.organizationId}
      and ${seenBy(member)}`.execute(db)
  if (rows.length === 0) return undefined
  return member.role === null ? 'read' : storedLevel(member.role)
}
