/** An id that sorts by number and has the 26 characters of a real one; $1 is its start. */
const id = (kind: 'S' | 'C', number: string) => `$1 || '${kind}' || lpad((${number})::text, 10, '0')`

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The whole numbers of fractional-indexing, from `d0000` on. */
const position = `'d' || ${[238_328, 3844, 62, 1].map((unit) => `substr('${digits}', number / ${unit} % 62 + 1, 1)`).join(' || ')}`

/** The other half of the spaces lies at the top. */
export const spacesPerCollection = 50
const collectionOf = `(number / ${2 * spacesPerCollection})`
/** One in so many collections is closed, except to people who are granted it. */
const closed = 250

/** Rows like a present one, whatever columns the table has; `changed` gives the columns that differ. */
const like = (table: string, count: string, changed: string) => `
  insert into ${table}
  select made.*
  from generate_series(0, ${count} - 1) number
    cross join ${table} model
    cross join lateral jsonb_populate_record(model, jsonb_build_object(${changed}, 'position', ${position})) made
  where model.id = $2`

/** $1 start of ids, $2 a collection that they are like, $3 how many. */
export const collections = like(
  'collection',
  '$3::int',
  `'id', ${id('C', 'number')}, 'title', 'Collection ' || number,
   'default_level', case when number % ${closed} = 0 then 'none' else 'inherit' end`,
)

const isInherited = `(number % 100 = 50 or (number % 2 = 0 and ${collectionOf} % ${closed} = 0))`
const parent = `case when number % 2 = 0 then ${id('C', collectionOf)} end`

/** $1 start of ids, $2 a space that they are like, $3 how many. One in a hundred leaves open who may see it. */
export const spaces = like(
  'space',
  '$3::int',
  `'id', ${id('S', 'number')}, 'title', 'Space ' || number, 'collection_id', ${parent},
   'default_level', case when ${isInherited} then 'inherit' else 'none' end,
   'default_scope', case when ${isInherited} then coalesce(${parent}, model.organization_id) else ${id('S', 'number')} end`,
)

/**
 * What a guest sees, 1 in 100: of 500 spaces 2 by a grant to them, 2 by one to a team of theirs, and 1 through the
 * closed collections. $1 start of ids, $2 organization, $3 how many spaces, $4 membership, $5 team.
 */
export const grants = `
  insert into access_grant (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, version, created_at)
  select ${id('S', 'number')}, 'space', case when number % 250 = 1 then $4 else $5 end,
    case when number % 250 = 1 then 'member' else 'team' end, $2, 'read', 1, now()
  from generate_series(0, $3::int - 1) number where number % 250 in (1, 101)
  union all
  select ${id('C', 'number')}, 'collection', $4, 'member', $2, 'read', 1, now()
  from generate_series(0, $3::int / ${2 * spacesPerCollection} - 1) number where number % ${closed} = 0`

/** The spaces have no pages of their own, so search holds all of them. $1 organization. */
export const indexed = `
  insert into search_space (space_id, organization_id, revision)
  select id, organization_id, revision from space where organization_id = $1
  on conflict (space_id) do nothing`
