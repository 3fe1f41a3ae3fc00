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
  /** The site's basename or id. */
  name: string
  /** All of the path behind it, decoded. */
  path: string
}

const mostFronts = 20_000

/**
 * A mark of everything in the database that decides what anybody gets at an address of a site: where any of it changes,
 * the mark does, since each write of a row gives it another place or transaction. Undefined where the site is not open to
 * anybody.
 */
const readMark = statement<FrontAddress, { mark: string }>(
  ({ name, path }) => raw`
    select md5(concat_ws('|', s.xmin, s.ctid,
      (select string_agg(concat(o.ctid, o.xmin, p.ctid, p.xmin, c.ctid, c.xmin), ',' order by o.id)
        from site_space o
        left join space p on p.id = o.space_id
        left join site_space_customization c on c.site_space_id = o.id
        where o.site_id = s.id),
      (select string_agg(concat(ctid, xmin), ',' order by id) from site_section where site_id = s.id),
      (select string_agg(concat(ctid, xmin), ',' order by id) from site_section_group where site_id = s.id),
      (select concat(ctid, xmin) from site_customization where site_id = s.id),
      (select concat(ctid, xmin) from site_redirect where site_id = s.id and path = ${path} and not draft)
    )) as mark
    from site s
    where (s.basename = ${name} or s.id = ${name}) and s.published and s.visibility in ('public', 'unlisted')`,
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
