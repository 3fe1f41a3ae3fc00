import { type ClaimedRow, fairClaims } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import type { OpenApiTables } from '../tables/openapi.tables.ts'

/** A specification that a process has claimed. */
export type ClaimedSpec = Selectable<OpenApiTables['openapi_spec']> & ClaimedRow

const pending = raw`processing_state <> 'complete'`
const due = raw`is_due`
/** Specifications processed at once, separately for new sources and for refreshes. */
export const atOnce = 3
/** Rows that one statement marks as due. */
const markedAtOnce = 1000

/** Claims of specifications with a new source. */
export const pendingClaims = (sql: () => Sql) => turns(sql, pending)

/** Claims of specifications whose address is due for a refresh. */
export function dueClaims(sql: () => Sql) {
  const claims = turns(sql, due)
  return {
    ...claims,
    async take(busy?: readonly ClaimedSpec[]) {
      // Marked first, since a claim in turn would otherwise pass all that are not due.
      await raw`
        update openapi_spec set is_due = true
        where id in (
          select id from openapi_spec where refresh_at <= now() and not is_due and processing_state = 'complete'
          order by refresh_at limit ${markedAtOnce} for no key update skip locked
        )`.execute(sql())
      return claims.take(busy)
    },
  }
}

/**
 * Lets accounts take turns, and works on few specifications of an account, an address and an organization at a time, so
 * that slow sources delay only those of their account.
 */
const turns = (sql: () => Sql, waiting: RawBuilder<unknown>) =>
  fairClaims<ClaimedSpec>({
    ...{ sql, table: 'openapi_spec', waiting },
    bounds: ['organization_id'],
    maxOfEach: atOnce - 1,
  })
