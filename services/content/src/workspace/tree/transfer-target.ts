import { actingMember, collectionLevel, type Member } from '@quire/access'
import type { TransferContent } from '@quire/contracts'
import type { WorkspaceContext } from '../context.ts'
import { noCollection } from './parents.ts'

export type TransferContext = WorkspaceContext & { body: TransferContent }

/**
 * Returns the caller's membership of the target organization: the one named, else that of the named collection. Throws
 * 404 if the caller is no member or their token is not valid there, and 403 if the organization requires single
 * sign-on.
 */
export async function targetMember(context: TransferContext): Promise<Member> {
  const { sql, caller, body, deps } = context
  return actingMember(sql, caller, body.organization ?? (await organizationOf(context)), deps)
}

async function organizationOf({ sql, caller, userId, body, deps }: TransferContext): Promise<string> {
  const found = await collectionLevel(sql, { userId, collectionId: body.collection ?? '' }, deps.isBarred)
  const isElsewhere = caller.organizationId !== undefined && caller.organizationId !== found?.organizationId
  if (!found || found.level === 'none' || isElsewhere) throw noCollection('body.collection')
  return found.organizationId
}
