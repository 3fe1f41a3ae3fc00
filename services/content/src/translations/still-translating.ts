import { notFound } from '@quire/kit'
import type { Sql } from '../database.ts'
import { type StandingWork, stillActing } from '../workspace/still-acting.ts'
import type { ClaimedTranslation, Translating } from './translating.ts'

/**
 * Checks that whoever created a translation, or wanted its latest run, may still read its source and edit its result: each
 * later content of the source gets into the result in their name. Throws the refusal that they would get.
 */
export async function stillTranslating(sql: Sql, row: ClaimedTranslation, deps: Translating['deps']): Promise<void> {
  const work = await standingWork(sql, row)
  await stillActing(sql, work, { spaceId: row.source_space, role: 'read' }, deps)
  await stillActing(sql, work, { spaceId: row.result_space, role: 'edit' }, deps)
}

async function standingWork(
  sql: Sql,
  { user_id, member_id, token_kind, organization_id, created_by }: ClaimedTranslation,
): Promise<StandingWork> {
  if (user_id !== null && member_id !== null && token_kind !== null)
    return { organization_id, user_id, member_id, token_kind }
  const creator = await sql
    .selectFrom('member')
    .select('id')
    .where('user_id', '=', created_by)
    .where('organization_id', '=', organization_id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!creator) throw notFound('Whoever created the translation')
  return { organization_id, user_id: created_by, member_id: creator.id, token_kind: 'user' }
}
