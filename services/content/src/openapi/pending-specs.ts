import { type ClaimedRow, claimsOf } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import type { OpenApiTables } from '../tables/openapi.tables.ts'

/** A specification that a process has claimed. */
export type ClaimedSpec = Selectable<OpenApiTables['openapi_spec']> & ClaimedRow

const pending = raw`processing_state <> 'complete'`
const due = raw`processing_state = 'complete' and refresh_at <= now()`

/** Claims of specifications with a new source. */
export const pendingClaims = (sql: () => Sql) => fairClaims(sql, pending, raw`busy.processing_state <> 'complete'`)
/** Claims of specifications whose address is due for a refresh. */
export const dueClaims = (sql: () => Sql) => fairClaims(sql, due, raw`busy.processing_state = 'complete'`)

/** Claims one specification of an organization at a time, so that a large organization does not delay the others. */
function fairClaims(sql: () => Sql, waiting: RawBuilder<unknown>, sameKind: RawBuilder<unknown>) {
  const terms = { sql, table: 'openapi_spec' }
  const fair = raw`${waiting} and not exists (
    select from openapi_spec busy
    where busy.organization_id = openapi_spec.organization_id and busy.claim is not null
      and busy.claimed_until > now() and ${sameKind}
  )`
  const { take } = claimsOf<ClaimedSpec>({ ...terms, waiting: fair })
  return { ...claimsOf<ClaimedSpec>({ ...terms, waiting }), take }
}
