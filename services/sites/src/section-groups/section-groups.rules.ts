import { mostOnSite } from '@quire/contracts'
import { badRequest, conflict, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type Item, type Level, placeOf } from '../places/levels.ts'

/** The level that a group's members are on. */
export const levelIn = (siteId: string, groupId: string | null): Level => ({
  siteId,
  holds: 'sections',
  parentId: groupId,
})

/** A group of the site with its place; 404 where there is none. */
export async function requireGroup(sql: Sql, siteId: string, id: string, what = 'The group of sections') {
  const group = await placeOf(sql, siteId, { kind: 'site-section-group', id })
  if (!group) throw notFound(what)
  return group
}

/** Sections of the site, in the order they are named; 404 and 400 name the field of the one at fault. */
export async function requireSections(sql: Sql, siteId: string, ids: readonly string[]): Promise<Item[]> {
  const sections: Item[] = []
  for (const [index, id] of ids.entries()) {
    const field = `body.sections.${index}`
    if (ids.indexOf(id) < index) throw badRequest(field, 'is named twice')
    const section = await placeOf(sql, siteId, { kind: 'site-section', id })
    if (!section) throw notFound(`The section in ${field}`)
    sections.push(section)
  }
  return sections
}

/** Throws 409 where the site has as many groups as it may have, 400 where a group in `parentId` would lie too deep. */
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
  if (groups >= mostOnSite.groups) throw conflict(`A site has at most ${mostOnSite.groups} groups of sections.`)
  if (depth >= mostOnSite.deepestGroup) {
    throw badRequest('body.parent', `groups nest at most ${mostOnSite.deepestGroup} deep`)
  }
}
