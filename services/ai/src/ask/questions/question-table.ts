import { indexVersion } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'

/** A question that a page answers; `revision` is the one from which the page was read. */
export interface PageQuestion {
  page: string
  revision: string
  question: string
}

/** Identifies the content, language and organization from which a space's questions are made. */
const madeOf = raw<string>`concat_ws('/', space.organization_id, space.revision, space.language)`

/** A space whose questions have to be made. */
export interface StaleSpace {
  space: string
  organization: string
  language: string | null
  version: string
  madeOf: string
}

/** Columns and condition of spaces whose questions were made from other content than they hold. */
const staleSpaces = raw`
  space.space_id as space, space.organization_id as organization, space.language, ${madeOf} as "madeOf",
    ${indexVersion(raw`list.version`)} as version
  from search_space space
  left join question_set made using (space_id)
  left join search_index list on list.organization_id = space.organization_id
  where space.revision is not null and not space.pending and made.made_of is distinct from ${madeOf}`

/** Returns the spaces matching `where` whose questions were made from other content than they hold. */
export async function findStaleSpaces(sql: Sql, where: ReturnType<typeof raw<boolean>>, limit: number) {
  const { rows } = await raw<StaleSpace>`
    select ${staleSpaces} and ${where} order by space.space_id limit ${limit}`.execute(sql)
  return rows
}

/** The duration of a claim on a space in the background, regardless of the fate of the process. */
const claimSeconds = 60

/**
 * Claims any such space, organization by organization, so that the index of each is loaded once. A space whose
 * questions cannot be made is claimed again when the claim has expired.
 */
export async function claimStaleSpace(sql: Sql): Promise<StaleSpace | undefined> {
  const { rows } = await raw<StaleSpace>`
    with next as (
      select ${staleSpaces} and (made.claimed_until is null or made.claimed_until <= now())
      order by space.organization_id, space.space_id limit 1 for no key update of space skip locked
    ), claimed as (
      insert into question_set (space_id, claimed_until)
      select space, now() + make_interval(secs => ${claimSeconds}) from next
      on conflict (space_id) do update set claimed_until = excluded.claimed_until
        where question_set.claimed_until is null or question_set.claimed_until <= now()
      returning space_id
    )
    select next.* from next join claimed on claimed.space_id = next.space`.execute(sql)
  return rows[0]
}

/** Returns the questions of a space whose pages have not changed since they were made. */
export async function currentQuestions(sql: Sql, space: string): Promise<PageQuestion[]> {
  return sql
    .selectFrom('question')
    .innerJoin('page', (join) =>
      join
        .onRef('page.space_id', '=', 'question.space_id')
        .onRef('page.id', '=', 'question.page_id')
        .onRef('page.revision', '=', 'question.revision'),
    )
    .select(['question.page_id as page', 'question.revision', 'question.question'])
    .where('question.space_id', '=', space)
    .execute()
}

/** Stores the questions of a space in their order, unless its content changed meanwhile. */
export function storeQuestions(
  sql: Sql,
  { space, organization, madeOf: of }: StaleSpace,
  all: readonly PageQuestion[],
) {
  return sql.transaction().execute(async (transaction) => {
    const { rows } = await raw`
      select from search_space space where space_id = ${space} and ${madeOf} = ${of} for no key update`.execute(
      transaction,
    )
    if (rows.length === 0) return
    await transaction.deleteFrom('question').where('space_id', '=', space).execute()
    await raw`
      insert into question (space_id, place, organization_id, page_id, revision, question)
      select ${space}, place, ${organization}, page, revision, question
      from jsonb_to_recordset(${JSON.stringify(all.map((one, place) => ({ ...one, place })))}::jsonb)
        as made (place int, page text, revision text, question text)`.execute(transaction)
    await raw`
      insert into question_set (space_id, made_of) values (${space}, ${of})
      on conflict (space_id) do update set made_of = excluded.made_of, claimed_until = null`.execute(transaction)
  })
}
