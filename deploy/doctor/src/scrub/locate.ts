import type pg from 'pg'

/** What names a file. */
export interface Location {
  /** The files of these bytes, as people see them. */
  names: { id: string; name: string }[]
  spaces: { id: string; organizationId: string; title: string }[]
}

const maxNamed = 5
/** Trees have few levels: each node has dozens of children. */
const maxLevels = 16

const hashIn = (blob: string) => blob.slice(blob.lastIndexOf('/') + 1)

/** True if a row of the store still names the file. */
export async function isNamed(client: pg.Client, store: string, blob: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from tree_node where store = $1 and level = 0 and position($2 in entries) > 0
     union all select from upload where id = $1 and blob = $3 and not swept limit 1`,
    [store, hashIn(blob), blob],
  )
  return (rowCount ?? 0) > 0
}

/** Finds the files of these bytes, and the spaces that have or had them in a revision. */
export async function locate(client: pg.Client, store: string, blob: string): Promise<Location> {
  const { rows: nodes } = await client.query<{ hash: string; entries: string }>(
    'select hash, entries from tree_node where store = $1 and level = 0 and position($2 in entries) > 0',
    [store, hashIn(blob)],
  )
  const files = nodes.flatMap(({ entries }) => filesIn(entries, blob))
  const { rows: uploads } = await client.query<{ id: string; name: string; organizationId: string }>(
    `select id, name, organization_id as "organizationId" from upload where id = $1 and blob = $2`,
    [store, blob],
  )
  const names = [...new Map([...files, ...uploads].map(({ id, name }) => [id, { id, name }])).values()]
  const spaces = await spacesOf(
    client,
    store,
    await rootsAbove(
      client,
      store,
      nodes.map(({ hash }) => hash),
    ),
  )
  const ofUploads = uploads.map(({ organizationId }) => ({ id: '', organizationId, title: 'an upload' }))
  return { names: names.slice(0, maxNamed), spaces: [...spaces, ...ofUploads].slice(0, maxNamed) }
}

function filesIn(entries: string, blob: string): { id: string; name: string }[] {
  const parsed: [string, { blob?: string; name?: string } | null][] = JSON.parse(entries)
  return parsed.flatMap(([id, value]) => (value?.blob === blob ? [{ id, name: value.name ?? '' }] : []))
}

/** All nodes from which some nodes can be reached, and these themselves. */
async function rootsAbove(client: pg.Client, store: string, hashes: readonly string[]): Promise<string[]> {
  const all = new Set(hashes)
  let below = [...hashes]
  for (let level = 1; below.length > 0 && level <= maxLevels; level++) {
    const { rows } = await client.query<{ hash: string }>(
      `select hash from tree_node where store = $1 and level = $2
       and exists (select from unnest($3::text[]) as child where position(child in entries) > 0)`,
      [store, level, below],
    )
    below = rows.map(({ hash }) => hash)
    for (const hash of below) all.add(hash)
  }
  return [...all]
}

async function spacesOf(client: pg.Client, store: string, roots: readonly string[]) {
  const { rows } = await client.query<Location['spaces'][number]>(
    `select id, organization_id as "organizationId", title from space
     where id in (select space_id from revision where store = $1 and files = any($2)) order by id limit $3`,
    [store, roots, maxNamed],
  )
  return rows
}
