import { actingMember, collectionLevel, type Member } from '@quire/access'
import type { TransferContent } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { noCollection } from './places.ts'

export type TransferContext = ContentContext & { body: TransferContent }

/**
 * The caller's membership of the organization that something is transferred to: the one named, else that of the
 * collection named. 404 where it is not theirs or their token is not good there, 403 where it demands single sign-on.
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
