import type { Installation } from './installation.ts'

/**
 * The columns that name the stores in which content keeps files (`storage/files/blobs.ts`): of spaces, of imports under way,
 * of uploads.
 */
export const storeColumns = [
  { table: 'revision', column: 'store', where: 'true' },
  { table: 'unnamed', column: 'store', where: 'true' },
  { table: 'upload', column: 'id', where: 'blob is not null' },
]

export const storesOfFiles = storeColumns
  .map(({ table, column, where }) => `select distinct ${column} as store from ${table} where ${where}`)
  .join(' union ')

/**
 * A statement that lists the files that the rows of a store name, each once; `store` is an expression of SQL. Only files have
 * a member `blob` (storage/revisions/revision-entries.ts).
 */
export const filesNamedIn = (store: string) => `
  select entry -> 1 ->> 'blob' as blob from tree_node, json_array_elements(entries::json) as entry
  where store = ${store} and level = 0 and entries like '%"blob"%' and json_typeof(entry -> 1) = 'object'
    and entry -> 1 ->> 'blob' is not null
  union select blob from upload where id = ${store} and blob is not null and not swept`

/** A local store reads its whole folder for each part of a list. */
const namesAtOnce = 10_000

type Stored = Pick<Installation['files'], 'list'>

/**
 * Lists all that is in a store, remains of failed writes too, in parts and in order. A part may lack files that were removed
 * while it was made, so only an empty one is the last.
 */
export async function* partsOf(files: Stored, store: string): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const some = await files.list(store, after, namesAtOnce)
    const last = some.at(-1)?.blob
    if (last === undefined) return
    yield some.map(({ blob }) => blob)
    after = last
  }
}

/** Lists the names of all files of the stores, in order within each store. */
export async function* namesOf(files: Stored, stores: readonly string[]): AsyncGenerator<string> {
  for (const store of stores) for await (const part of partsOf(files, store)) yield* part.filter(isWhole)
}

/** Remains of a failed write have another name. */
const isWhole = (blob: string) => /(?:^|\/)[0-9a-f]{64}$/.test(blob)
