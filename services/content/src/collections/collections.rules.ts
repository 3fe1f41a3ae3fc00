import { atLeast, collectionLevel, type Level } from '@quire/access'
import type { RoleName } from '@quire/contracts'
import { badRequest, forbidden } from '@quire/kit'
import type { ContentContext } from '../context.ts'

/**
 * A collection named in a body, for who has at least `role` on it. It must be of the organization the
 * operation is about; what the caller cannot see is as if it were not there.
 */
export async function lockCollection(
  context: ContentContext,
  id: string,
  role: RoleName,
): Promise<{ id: string; level: Level }> {
  const { sql, userId, access, deps } = context
  const found = await collectionLevel(sql, { userId, collectionId: id }, deps.isBarred)
  if (!found || found.level === 'none' || found.organizationId !== access.organizationId) {
    throw badRequest('body.parent', 'is no collection of this organization that you can see')
  }
  if (!atLeast(found.level, role)) throw forbidden(`This needs the role "${role}" on the collection.`)
  // It must still be there when what is made in it commits.
  await sql.selectFrom('collection').select('id').where('id', '=', id).forShare().executeTakeFirst()
  return { id, level: found.level }
}
