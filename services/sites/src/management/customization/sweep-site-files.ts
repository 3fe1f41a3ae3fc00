import { anyOf, type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { retainedUntil } from './named-files.ts'

interface SweepParts {
  sql: () => Sql
  now: () => Date
  log: Logger
}

const everyMs = 600_000
const atOnce = 100

/** Deletes files that no setting of their site names, a day after the last one did, as long as the service runs. */
export function startSweepingSiteFiles({ sql, now, log }: SweepParts): Loop {
  return startLoop({ name: 'site-files', everyMs, log }, async (signal) => {
    while ((await sweepSiteFiles(sql(), now())) === atOnce) signal.throwIfAborted()
  })
}

/**
 * Looks at the files that are due, and returns their number. Those that settings name are due again in a day. A row
 * that a request has just named is locked, or due later: it stays.
 */
export async function sweepSiteFiles(sql: Sql, now: Date): Promise<number> {
  return sql.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('site_file')
      .select(['id', isNamed.as('is_named')])
      .where('kept_until', '<', now)
      .orderBy('kept_until')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    const [named, unnamed] = [true, false].map((one) =>
      due.filter(({ is_named }) => is_named === one).map(({ id }) => id),
    )
    await transaction
      .updateTable('site_file')
      .set({ kept_until: retainedUntil(now) })
      .where('id', '=', anyOf(named ?? []))
      .execute()
    await transaction
      .deleteFrom('site_file')
      .where('id', '=', anyOf(unnamed ?? []))
      .execute()
    return due.length
  })
}

/** Ids are unique among all words, so a text that holds one names the file. */
const isNamed = raw<boolean>`exists (
    select from site_customization one
    where one.site_id = site_file.site_id and strpos(one.settings::text, '/-/site-files/' || site_file.id || '.') > 0
  ) or exists (
    select from site_space_customization one join site_space on site_space.id = one.site_space_id
    where site_space.site_id = site_file.site_id
      and strpos(one.settings::text, '/-/site-files/' || site_file.id || '.') > 0
  )`
