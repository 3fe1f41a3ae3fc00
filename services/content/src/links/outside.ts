import { atLeast, spaceLevels } from '@quire/access'
import { type Expression, type RawBuilder, sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'

type OutsideContext = Pick<ContentContext, 'sql' | 'access' | 'deps'>

/**
 * Those of some spaces that the caller may read; their links are collected by then, so what is there in them is known.
 * For the caller the others are not there. Spaces of another organization are among these: which of them the caller may
 * read there is not for this organization to say.
 */
export async function visibleOutside({ sql, access, deps }: OutsideContext, ids: Iterable<string>): Promise<string[]> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return []
  const levels = await spaceLevels(sql, access.member, asked)
  const visible = asked.filter((id) => atLeast(levels.get(id) ?? 'none', 'read'))
  return [...(await deps.links.caughtUp(sql, visible)).keys()]
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
 * What a target's status is for a caller who may read these spaces; `alias` has the columns of `link_target`. With
 * `offset 0` each resource is looked up in its index: else the planner may read those of all spaces at once.
 */
export function statusFor(alias: string, visible: readonly string[]): RawBuilder<'ok' | 'broken' | 'in-app'> {
  const of = (column: string): Expression<unknown> => raw.ref(`${alias}.${column}`)
  return raw`case
    when ${of('status')} <> 'outside' then ${of('status')}
    when ${of('outside')} = any(${visible}::text[]) and (${of('resource')} is null or exists (
      select from link_resource there
      where there.space_id = ${of('outside')} and there.resource = ${of('resource')} offset 0)) then 'ok'
    else 'broken' end`
}
