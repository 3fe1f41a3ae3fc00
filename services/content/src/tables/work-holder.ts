import { type WorkHolder, workHolderOf } from '@quire/access'
import type { Caller } from '@quire/kit'
import { type QueryExecutorProvider, sql as raw } from 'kysely'

interface FoundHolder {
  madeBy: string | null
  origin: string | null
  personOrigin: string | null
}

/** Finds the account that work of a caller in an organization counts for (docs/adr/0029). */
export async function findWorkHolder(
  sql: QueryExecutorProvider,
  { kind, userId }: Pick<Caller, 'kind' | 'userId'>,
  organizationId: string,
): Promise<WorkHolder> {
  const { rows } = await raw<FoundHolder>`
    select made.state ->> 'madeBy' as "madeBy", made.state ->> 'origin' as origin, person.origin as "personOrigin"
    from (select 1) as one
    left join organization made on made.id = ${organizationId}
    left join person on person.id = ${userId ?? ''}`.execute(sql)
  const { madeBy = null, origin = null, personOrigin = null } = rows[0] ?? {}
  const person = userId === undefined ? undefined : { id: userId, origin: personOrigin }
  return workHolderOf({ kind }, person, { id: organizationId, madeBy, origin })
}
