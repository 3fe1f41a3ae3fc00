import { maxOnSite } from '@quire/contracts'
import { badRequest, conflict, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Item, type Level, positionOf } from '../../model/site-levels.ts'

/** Returns the level of a group's children. */
export const levelIn = (siteId: string, groupId: string | null): Level => ({
  siteId,
  holds: 'sections',
  parentId: groupId,
})

/** Returns a group of the site with its position; throws 404 if it does not exist. */
export async function requireGroup(sql: Sql, siteId: string, id: string, what = 'The group of sections') {
  const group = await positionOf(sql, siteId, { kind: 'site-section-group', id })
  if (!group) throw notFound(what)
  return group
}

/** Returns sections of the site in the given order; 404 and 400 name the field at fault. */
export async function requireSections(sql: Sql, siteId: string, ids: readonly string[]): Promise<Item[]> {
  const sections: Item[] = []
  for (const [index, id] of ids.entries()) {
    const field = `body.sections.${index}`
    if (ids.indexOf(id) < index) throw badRequest(field, 'is named twice')
    const section = await positionOf(sql, siteId, { kind: 'site-section', id })
    if (!section) throw notFound(`The section in ${field}`)
    sections.push(section)
  }
  return sections
}

/** Throws 409 if the site has the maximum number of groups, 400 if a group in `parentId` would be nested too deep. */
export async function requireRoomFor(sql: Sql, siteId: string, parentId: string | null): Promise<void> {
  const { rows } = await raw<{ groups: number; depth: number }>`
    with recursive around (id, parent_id) as (
      select id, parent_id from site_section_group where id = ${parentId}
      union all
      select one.id, one.parent_id from around join site_section_group one on one.id = around.parent_id
    )
    select (select count(*)::int from site_section_group where site_id = ${siteId}) as groups,
      (select count(*)::int from around) as depth`.execute(sql)
  const { groups = 0, depth = 0 } = rows[0] ?? {}
  if (groups >= maxOnSite.groups) throw conflict(`A site has at most ${maxOnSite.groups} groups of sections.`)
  if (depth >= maxOnSite.groupDepth) {
    throw badRequest('body.parent', `groups nest at most ${maxOnSite.groupDepth} deep`)
  }
}
