import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Resources that texts refer to, by their addresses in links (docs/adr/0016). */
export interface NamedResources {
  /** The column of `link` with the address: `target` for specifications, `resource` for everything else. */
  by: 'resource' | 'target'
  addresses: readonly string[]
}

/** A page that refers to an address, directly or through a text that the page includes. */
interface ReferencingPage {
  spaceId: string
  address: string
  pageId: string
  isDirect: boolean
}

/** Locations per space that are checked for each resource. If none of them is visible, the resource is hidden. */
const maxLocations = 200
/** Levels of included texts that are followed. */
const maxLevels = 3

const pagePrefix = '/pages/'

interface FoundReferences {
  /** The addresses that some text refers to. */
  addresses: ReadonlySet<string>
  pages: ReferencingPage[]
}

/** Finds the pages of some spaces that refer to these resources, as far as the links of the spaces are collected. */
export async function findReferences(
  sql: Sql,
  spaceIds: readonly string[],
  named: NamedResources,
): Promise<FoundReferences> {
  const { rows } = await raw<{ space_id: string; address: string; location: string; level: number }>`
    with recursive naming as (
      select space.id as space_id, named.address, found.location, 1 as level
      from unnest(${spaceIds}::text[]) space (id) cross join unnest(${named.addresses}::text[]) named (address)
      cross join lateral (
        select location from link
        where link.space_id = space.id and link.${raw.ref(named.by)} = named.address
        limit ${maxLocations}) found
      union
      select naming.space_id, naming.address, including.location, naming.level + 1
      from naming cross join lateral (
        select location from link
        where link.space_id = naming.space_id and link.resource = naming.location and link.relation = 'dependsOn'
        limit ${maxLocations}) including
      where naming.level < ${maxLevels} and naming.location like '/reusable-contents/%'
    )
    select space_id, address, location, min(level) as level from naming
    group by space_id, address, location`.execute(sql)
  const pages = rows.flatMap(({ space_id: spaceId, address, location, level }) => {
    const pageId = location.startsWith(pagePrefix) && location.slice(pagePrefix.length)
    return pageId ? [{ spaceId, address, pageId, isDirect: level === 1 }] : []
  })
  return { addresses: new Set(rows.map(({ address }) => address)), pages }
}
