import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'

/** The name of the page that anybody got at an address, and the mark of all that decided so. */
interface Front {
  mark: string
  name: string
}

/** What an address of a site asks for. */
interface FrontAddress {
  /** The site's basename or id, or its host. */
  name: string
  /** All of the path behind it, decoded. */
  path: string
}

const mostFronts = 20_000

/**
 * A mark of everything in the database that decides what anybody gets at an address of a site: where any of it changes,
 * the mark does. The row of the site gets another transaction or place with each write, triggers count the writes of all
 * other tables but the organization's, of which one thing counts. Undefined where the site is not open to anybody, and
 * where a redirect decides, which may depend on further ones.
 */
const readMark = statement<FrontAddress, { mark: string }>(
  ({ name, path }) => raw`
    select concat_ws('|', s.id, s.xmin, s.ctid,
      (select mark from site_mark where site_id = s.id),
      (select state->'ai' from organization where id = s.organization_id)
    ) as mark
    from site s
    where (s.basename = ${name} or s.id = ${name} or s.hostname = ${name})
      and s.published and s.visibility in ('public', 'unlisted')
      and not exists (select from site_redirect where site_id = s.id and path = ${path} and not draft)`,
)

/** Pages by the addresses at which readers without a token got them: most visits need one statement then. */
export function frontPages() {
  const fronts = new LRUCache<string, Front>({ max: mostFronts })
  return {
    /** To be read before what it marks, so that a change in between is noticed the next time. */
    async mark(sql: Sql, address: FrontAddress): Promise<string | undefined> {
      return (await readMark(sql, address))[0]?.mark
    },
    /** The name of the page that was shown at the path, where nothing has changed since. */
    get(path: string, mark: string | undefined): string | undefined {
      const front = fronts.get(path)
      return front && front.mark === mark ? front.name : undefined
    },
    set: (path: string, front: Front) => void fronts.set(path, front),
  }
}
