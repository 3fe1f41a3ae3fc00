import { type ClaimedRow, claimsOf } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import type { OpenApiTables } from './openapi.tables.ts'

/** A specification that a process has taken. */
export type TakenSpec = Selectable<OpenApiTables['openapi_spec']> & ClaimedRow

const given = raw`processing_state <> 'complete'`
const due = raw`processing_state = 'complete' and refresh_at <= now()`

/** Specifications that were given a source. */
export const givenClaims = (sql: () => Sql) => fairClaims(sql, given, raw`busy.processing_state <> 'complete'`)
/** Specifications whose address is to be looked at again. */
export const dueClaims = (sql: () => Sql) => fairClaims(sql, due, raw`busy.processing_state = 'complete'`)

/** Of one organization one specification is taken at a time, so that none waits for all that another one has. */
function fairClaims(sql: () => Sql, waiting: RawBuilder<unknown>, likewise: RawBuilder<unknown>) {
  const terms = { sql, table: 'openapi_spec' }
  const fair = raw`${waiting} and not exists (
    select from openapi_spec busy
    where busy.organization_id = openapi_spec.organization_id and busy.claim is not null
      and busy.claimed_until > now() and ${likewise}
  )`
  const { take } = claimsOf<TakenSpec>({ ...terms, waiting: fair })
  return { ...claimsOf<TakenSpec>({ ...terms, waiting }), take }
}
