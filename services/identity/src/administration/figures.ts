import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, sql as raw } from 'kysely'
import type { DatabaseName, Installation } from './installation.ts'

/** Sizes of an installation; null where this process does not know the database or the folder. */
interface Figures {
  people: number | null
  organizations: number | null
  spaces: number | null
  pages: number | null
  sites: number | null
  fileBytes: number | null
  databaseBytes: Record<DatabaseName, number | null>
  /** The figures that are estimates of PostgreSQL or of the index of pages. */
  estimated: CountName[]
}

const countNames = ['people', 'organizations', 'spaces', 'pages', 'sites'] as const
type CountName = (typeof countNames)[number]

interface Count {
  count: number
  estimated: boolean
}

/** Tables with more rows are not counted, since that would read them whole. */
const countedRows = 100_000

/** Counts the rows of a table, or takes PostgreSQL's estimate of all of its rows if there are many. */
const rowsOf = (table: string, where = raw`true`) => raw<Count>`(
  select json_build_object('estimated', many, 'count', case when many then estimate
    else (select count(*) from ${raw.table(table)} where ${where}) end)
  from (select reltuples::bigint as estimate, reltuples > ${raw.lit(countedRows)} as many
    from pg_class where oid = to_regclass(${raw.lit(`"${table}"`)})) statistics)`

/** The pages that the index for searches in content has listed, which counts some twice until it is merged. */
const indexedPages = raw<Count>`(
  select json_build_object('estimated', true, 'count', coalesce(sum((segment ->> 'documents')::bigint), 0))
  from search_index cross join jsonb_array_elements(segments) as segment)`

const present = raw`deleted_at is null`

const countsOf: Record<DatabaseName, Partial<Record<CountName, RawBuilder<Count>>>> = {
  // Identity has a copy of the sites; where the database of sites is known, that one counts.
  identity: { people: rowsOf('user', present), organizations: rowsOf('organization'), sites: rowsOf('site') },
  content: { spaces: rowsOf('space', present), pages: indexedPages },
  sites: { sites: rowsOf('site') },
  ai: {},
}

/** Reads the figures of the whole installation, with one statement for each database and the sizes of files. */
export async function readFigures({ databases, fileFolder }: Installation): Promise<Figures> {
  const names = Object.keys(countsOf) as DatabaseName[]
  const [fileBytes, ...read] = await Promise.all([
    fileFolder === undefined ? null : bytesIn(fileFolder),
    ...names.map((name) => readDatabase(databases[name], countsOf[name])),
  ])
  const counts = Object.assign({}, ...read.map((one) => one?.counts)) as Partial<Record<CountName, Count>>
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, counts[name]?.count ?? null])) as Record<CountName, number>),
    fileBytes,
    databaseBytes: Object.fromEntries(names.map((name, at) => [name, read[at]?.bytes ?? null])) as Record<
      DatabaseName,
      number | null
    >,
    estimated: countNames.filter((name) => counts[name]?.estimated),
  }
}

interface DatabaseFigures {
  bytes: number
  counts: Partial<Record<CountName, Count>>
}

async function readDatabase(
  url: string | undefined,
  counts: Partial<Record<CountName, RawBuilder<Count>>>,
): Promise<DatabaseFigures | undefined> {
  if (url === undefined) return undefined
  const database = await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 1 }, { entities: [] })
  try {
    return await countIn(database.background, counts)
  } finally {
    await database.close()
  }
}

async function countIn(
  sql: QueryExecutorProvider,
  counts: Partial<Record<CountName, RawBuilder<Count>>>,
): Promise<DatabaseFigures> {
  const columns = Object.entries(counts).map(([name, count]) => raw`${count} as ${raw.ref(name)}`)
  const sizes = [raw`pg_database_size(current_database())::text as bytes`, ...columns]
  const { rows } = await raw<{ bytes: string } & DatabaseFigures['counts']>`select ${raw.join(sizes)}`.execute(sql)
  const { bytes = '0', ...counted } = rows[0] ?? {}
  return { bytes: Number(bytes), counts: counted }
}

/** Reads the figures that identity knows by itself, with one statement. */
export async function readOwnFigures(sql: QueryExecutorProvider) {
  const { bytes, counts } = await countIn(sql, countsOf.identity)
  const countOf = (name: CountName) => counts[name]?.count ?? null
  return {
    people: countOf('people'),
    organizations: countOf('organizations'),
    sites: countOf('sites'),
    databaseBytes: { identity: bytes },
    estimated: countNames.filter((name) => counts[name]?.estimated),
  }
}

/** Adds up the sizes of all files below a folder; null if there is no such folder. Opens none. */
async function bytesIn(folder: string): Promise<number | null> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }))
  if (!entries) return null
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    bytes += (entry.isDirectory() ? await bytesIn(path) : (await unlessMissing(stat(path)))?.size) ?? 0
  }
  return bytes
}

/** Files and folders may be removed while they are looked at. */
const unlessMissing = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Prints the figures as a table for people. */
export function printFigures(figures: Figures, print: (line: string) => void): void {
  const line = (name: string, value: string) => print(`${name.padEnd(22)}${value.padStart(16)}`)
  for (const name of countNames) {
    const about = figures.estimated.includes(name) ? 'about ' : ''
    line(name, figures[name] === null ? unknown : `${about}${figures[name]}`)
  }
  line('files', sizeOf(figures.fileBytes))
  for (const [name, bytes] of Object.entries(figures.databaseBytes)) line(`database of ${name}`, sizeOf(bytes))
}

const unknown = 'unknown'

function sizeOf(bytes: number | null): string {
  return bytes === null ? unknown : `${(bytes / 1e6).toFixed(1)} MB`
}
