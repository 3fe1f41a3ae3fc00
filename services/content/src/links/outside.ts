import { atLeast, spaceLevels } from '@quire/access'
import { type Expression, type RawBuilder, sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { specPlace } from '../targets/targets.ts'

type OutsideContext = Pick<ContentContext, 'sql' | 'access' | 'deps'>

/** What the caller may see beside the space. */
export interface Visible {
  /** The other spaces that the caller may read. */
  spaces: readonly string[]
  /** The organization whose specifications the caller may read; null for guests. */
  specsOf: string | null
}

/**
 * What the caller may see beside the space, of its other spaces those that are asked for. The links of these are collected by then,
 * so what is there in them is known. For the caller the others are not there. Spaces of another organization are among these: which of them the caller may
 * read there is not for this organization to say.
 */
export async function visibleOutside({ sql, access, deps }: OutsideContext, ids: Iterable<string>): Promise<Visible> {
  const asked = [...new Set(ids)]
  const specsOf = access.member.role === null ? null : access.organizationId
  if (asked.length === 0) return { spaces: [], specsOf }
  const levels = await spaceLevels(sql, access.member, asked)
  const readable = asked.filter((id) => atLeast(levels.get(id) ?? 'none', 'read'))
  return { spaces: [...(await deps.links.caughtUp(sql, readable)).keys()], specsOf }
}

/** The other spaces that a space links to. */
export async function spacesOutside(sql: ContentContext['sql'], spaceId: string): Promise<string[]> {
  // Each step jumps to the next space in the index, however many links lead to one.
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
 * What a target's status is for a caller who may see this; `alias` has the columns of `link_target`. With
 * `offset 0` each resource is looked up in its index: else the planner may read those of all spaces at once.
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

/** Guests are told nothing of specifications: for them all are the same. Others name one by its slug or its id. */
function statusOfSpec(resource: Expression<unknown>, specsOf: string | null): RawBuilder<'ok' | 'broken'> {
  if (specsOf === null) return raw`'ok'`
  const name = raw`substr(${resource}, ${raw.lit(specPlace.length + 1)})`
  return raw`case
    when exists (
      select from openapi_spec spec where spec.organization_id = ${specsOf} and spec.slug = ${name} offset 0)
    or exists (
      select from openapi_spec spec where spec.organization_id = ${specsOf} and spec.id = ${name} offset 0)
    then 'ok' else 'broken' end`
}
