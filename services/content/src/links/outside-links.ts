import { atLeast, spaceLevels } from '@quire/access'
import { type Expression, type RawBuilder, sql as raw } from 'kysely'
import { specPrefix } from '../pages/resolve-target.ts'
import type { LinksContext } from './context.ts'

type OutsideContext = Pick<LinksContext, 'sql' | 'access' | 'deps'>

/** The outside resources that the caller may see. */
export interface Visible {
  /** The other spaces that the caller may read. */
  spaces: readonly string[]
  /** The organization whose specifications the caller may read; null for guests. */
  specsOf: string | null
}

/**
 * Returns the spaces among `ids` that the caller may read, after their links have been collected, so that their
 * resources are known. Other spaces do not exist for the caller. That includes spaces of other organizations, whose
 * grants to the caller do not apply here.
 */
export async function visibleOutside({ sql, access, deps }: OutsideContext, ids: Iterable<string>): Promise<Visible> {
  const requested = [...new Set(ids)]
  const specsOf = access.member.role === null ? null : access.organizationId
  if (requested.length === 0) return { spaces: [], specsOf }
  const levels = await spaceLevels(sql, access.member, requested)
  const readable = requested.filter((id) => atLeast(levels.get(id) ?? 'none', 'read'))
  return { spaces: [...(await deps.links.catchUp(sql, readable)).keys()], specsOf }
}

/** Returns the other spaces that a space links to. */
export async function spacesOutside(sql: LinksContext['sql'], spaceId: string): Promise<string[]> {
  // Each step jumps to the next space in the index, however many links refer to a space.
  const { rows } = await raw<{ outside: string }>`
    with recursive found (outside) as (
      (select outside from link_target where space_id = ${spaceId} and outside is not null order by outside limit 1)
      union all
      select (select t.outside from link_target t where t.space_id = ${spaceId} and t.outside > found.outside
        order by t.outside limit 1)
      from found where found.outside is not null
    )
    select outside from found where outside is not null`.execute(sql)
  return rows.map(({ outside }) => outside)
}

/**
 * Builds the status of a target for a caller with this visibility; `alias` has the columns of `link_target`. `offset 0`
 * makes the planner look up each resource in the index; otherwise it may read the resources of all spaces at once.
 */
export function statusFor(alias: string, { spaces, specsOf }: Visible): RawBuilder<'ok' | 'broken' | 'in-app'> {
  const of = (column: string): Expression<unknown> => raw.ref(`${alias}.${column}`)
  return raw`case
    when ${of('status')} <> 'outside' then ${of('status')}
    when ${of('outside')} is null then ${statusOfSpec(of('resource'), specsOf)}
    when ${of('outside')} = any(${spaces}::text[]) and (${of('resource')} is null or exists (
      select from link_resource there
      where there.space_id = ${of('outside')} and there.resource = ${of('resource')} offset 0)) then 'ok'
    else 'broken' end`
}

/**
 * Builds the status of a specification, referred to by slug or id. For guests every specification is `ok`, so that none
 * is revealed.
 */
function statusOfSpec(resource: Expression<unknown>, specsOf: string | null): RawBuilder<'ok' | 'broken'> {
  if (specsOf === null) return raw`'ok'`
  const name = raw`substr(${resource}, ${raw.lit(specPrefix.length + 1)})`
  return raw`case
    when exists (
      select from openapi_spec spec where spec.organization_id = ${specsOf} and spec.slug = ${name} offset 0)
    or exists (
      select from openapi_spec spec where spec.organization_id = ${specsOf} and spec.id = ${name} offset 0)
    then 'ok' else 'broken' end`
}
