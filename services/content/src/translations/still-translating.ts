import { forbidden } from '@quire/kit'
import type { Sql } from '../database.ts'
import { stillActing } from '../workspace/still-acting.ts'
import type { ClaimedTranslation, Translating } from './translating.ts'

/**
 * Checks that whoever created a translation, or wanted its latest run, may still read its source and edit its result: each
 * later content of the source gets into the result in their name. Throws the refusal that they would get.
 */
export async function stillTranslating(
  sql: Sql,
  { user_id, member_id, token_kind, organization_id, source_space, result_space }: ClaimedTranslation,
  deps: Translating['deps'],
): Promise<void> {
  if (user_id === null || member_id === null || token_kind === null)
    throw forbidden('Nobody is known in whose name this goes on: run it.')
  const work = { user_id, member_id, token_kind, organization_id }
  await stillActing(sql, work, { spaceId: source_space, role: 'read' }, deps)
  await stillActing(sql, work, { spaceId: result_space, role: 'edit' }, deps)
}
