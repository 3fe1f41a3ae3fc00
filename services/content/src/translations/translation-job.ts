import { fairClaims, type Loop, Refusal, startClaimedWork } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { stillTranslating } from './still-translating.ts'
import { madeWith, readTerms } from './terms.ts'
import { translateTexts } from './translate-texts.ts'
import type { ClaimedTranslation, Translating } from './translating.ts'
import { writeTranslation } from './write-translation.ts'

/**
 * Attempts in a row that translate nothing, in about an hour, before a translation has one a day: each may cost words, and
 * what fails for so long needs a person.
 */
const maxAttempts = 20

/** A space that is deleted or in another organization waits until it is back. */
const isThere = (column: string) => raw`exists (
  select from space where space.id = ${raw.ref(`translation.${column}`)} and space.deleted_at is null
    and space.organization_id = translation.organization_id)`
const waiting = raw`(
    requests > 0
    or (select space.revision from space where space.id = translation.source_space) is distinct from done_revision
  ) and ${isThere('source_space')} and ${isThere('result_space')}`

/**
 * Brings translations up to date (docs/interface.md#translations), as long as the service runs. It looks at the sources
 * of all translations every few seconds, which are few, so that no change of a content has to know of them.
 */
export function startTranslating(translating: Translating): Loop {
  const { jobSql, log } = translating
  return startClaimedWork<ClaimedTranslation>({
    name: 'translations',
    claims: fairClaims<ClaimedTranslation>({ sql: jobSql, table: 'translation', waiting, maxOfEach: 1 }),
    concurrency: 2,
    log,
    work: (row, signal) => bringUpToDate(translating, row, signal),
  })
}

async function bringUpToDate(translating: Translating, row: ClaimedTranslation, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const { log } = translating
  const sql = translating.jobSql()
  const terms = await readTerms(sql, row)
  const hash = madeWith(row.instructions, terms.digest)
  // Changed instructions or terms count with the next run that a person asks for, since it costs as much as the first.
  if (row.requests > 0 && row.made_with !== null && row.made_with !== hash)
    await sql.updateTable('translation_text').set({ done_key: null }).where('translation_id', '=', row.id).execute()
  const made = row.requests > 0 || row.made_with === null ? hash : row.made_with
  try {
    await stillTranslating(sql, row, translating.deps)
    const source = await translateTexts(translating, row, terms, signal)
    if (source === 'over budget') return await waitUntilTomorrow(sql, row)
    const isWritten = await writeTranslation(translating, row, { source, madeWith: made, begun, signal })
    if (!isWritten) throw new Error('the translated space changed while its revision was made')
  } catch (error) {
    if (error instanceof Refusal) return await waitForSomebody(sql, row, error.message)
    if (signal.aborted || !(await waitAfterMany(sql, row))) throw error
    log.error({ err: error, translation: row.id }, `a translation failed ${maxAttempts} times and is tried once a day`)
  } finally {
    const ms = Math.round(performance.now() - begun)
    await sql
      .updateTable('translation')
      .set({ total_ms: raw<string>`total_ms + ${ms}` })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Releases the row until the next day (UTC) begins, when the organization has words again. */
async function waitUntilTomorrow(sql: Sql, { id, claim }: ClaimedTranslation): Promise<void> {
  await raw`
    update translation set claim = null, attempts = 0, claimed_until = ${tomorrow}
    where id = ${id} and claim = ${claim}`.execute(sql)
}

/** Releases the row for an hour: whoever it goes on in the name of may not do this now. */
async function waitForSomebody(sql: Sql, { id, claim }: ClaimedTranslation, reason: string): Promise<void> {
  await raw`
    update translation set claim = null, attempts = 1, claimed_until = now() + interval '1 hour', blocked = ${reason}
    where id = ${id} and claim = ${claim}`.execute(sql)
}

/** Releases the row until the next day if its attempts are used up; false if some are left. */
async function waitAfterMany(sql: Sql, { id, claim }: ClaimedTranslation): Promise<boolean> {
  const { numAffectedRows } = await raw`
    update translation set claim = null, claimed_until = ${tomorrow}
    where id = ${id} and claim = ${claim} and attempts >= ${maxAttempts}`.execute(sql)
  return numAffectedRows === 1n
}

const tomorrow = raw`(date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc'`
