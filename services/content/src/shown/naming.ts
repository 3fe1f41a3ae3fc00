import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Things that texts name, by the addresses that links have for them (docs/adr/0052). */
export interface NamedThings {
  /** Specifications are known by what leads to them, all else by what is there. */
  by: 'resource' | 'target'
  addresses: readonly string[]
}

/** A page that names something: itself, or by a text that it includes. */
interface Naming {
  spaceId: string
  address: string
  pageId: string
  isDirect: boolean
}

/** Places of a space that are looked at for each thing. What is named at more is closed where none of these is shown. */
const mostPlaces = 200
/** How deep texts that pages include may lie in each other. */
const mostLevels = 3

const pagePlace = '/pages/'

interface Namings {
  /** What is named at all. */
  addresses: ReadonlySet<string>
  pages: Naming[]
}

/** Where in some spaces these things are named, as far as their links are collected. */
export async function namingsOf(sql: Sql, spaceIds: readonly string[], named: NamedThings): Promise<Namings> {
  const { rows } = await raw<{ space_id: string; address: string; location: string; level: number }>`
    with recursive naming as (
      select space.id as space_id, named.address, place.location, 1 as level
      from unnest(${spaceIds}::text[]) space (id) cross join unnest(${named.addresses}::text[]) named (address)
      cross join lateral (
        select location from link
        where link.space_id = space.id and link.${raw.ref(named.by)} = named.address
        limit ${mostPlaces}) place
      union
      select naming.space_id, naming.address, including.location, naming.level + 1
      from naming cross join lateral (
        select location from link
        where link.space_id = naming.space_id and link.resource = naming.location and link.relation = 'dependsOn'
        limit ${mostPlaces}) including
      where naming.level < ${mostLevels} and naming.location like '/reusable-contents/%'
    )
    select space_id, address, location, min(level) as level from naming
    group by space_id, address, location`.execute(sql)
  const pages = rows.flatMap(({ space_id: spaceId, address, location, level }) => {
    const pageId = location.startsWith(pagePlace) && location.slice(pagePlace.length)
    return pageId ? [{ spaceId, address, pageId, isDirect: level === 1 }] : []
  })
  return { addresses: new Set(rows.map(({ address }) => address)), pages }
}
