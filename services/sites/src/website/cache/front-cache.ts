import { isNotDeleted } from '@quire/access'
import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'

/** The cache key of the page that everybody gets at an address, with the validator of the lookup. */
interface Front {
  validator: string
  key: string
}

/** The parts of a site's address. */
interface FrontAddress {
  /** The basename, id or hostname of the site. */
  name: string
  /** The path after the name, decoded. */
  path: string
}

const maxFrontBytes = 8 * 1024 ** 2
/** Approximate size of an entry without its texts. */
const frontBytes = 300

/**
 * Returns a validator of everything in the database that decides which page everybody gets at an address. The row of
 * the site gets another transaction or location with each write; triggers count the writes to all other tables except
 * the organization's, of which one field matters. A restored or promoted database repeats all of these for other states,
 * and has another epoch (docs/adr/0040). Undefined if the site is not public, and for a redirect, which may
 * depend on further ones.
 */
const readValidator = statement<FrontAddress, { validator: string }>(
  ({ name, path }) => raw`
    select concat_ws('|', (select epoch from incarnation), s.id, s.xmin, s.ctid,
      (select mark from site_mark where site_id = s.id),
      (select state->'ai' from organization where id = s.organization_id)
    ) as validator
    from site s
    where (s.basename = ${name} or s.id = ${name} or s.hostname = ${name})
      and ${isNotDeleted(raw.ref('s.organization_id'))} and s.published and s.visibility in ('public', 'unlisted')
      and not exists (select from site_redirect where site_id = s.id and path = ${path} and not draft)`,
)

/** Caches the pages of addresses that visitors without a token request: most visits then need one statement. */
export function createFrontCache() {
  const fronts = new LRUCache<string, Front>({
    maxSize: maxFrontBytes,
    // Visitors choose how they encode a path, which may be long.
    sizeCalculation: ({ validator, key }, path) => frontBytes + validator.length + key.length + path.length,
  })
  return {
    /**
     * Reads the validator. Read it before the data that it covers, so that the next visit notices a change in between.
     */
    async readValidator(sql: Sql, address: FrontAddress): Promise<string | undefined> {
      return (await readValidator(sql, address))[0]?.validator
    },
    /** Returns the key of the page at the path, if nothing has changed since. */
    get(path: string, validator: string | undefined): string | undefined {
      const front = fronts.get(path)
      return front && front.validator === validator ? front.key : undefined
    },
    set: (path: string, front: Front) => void fronts.set(path, front),
  }
}
