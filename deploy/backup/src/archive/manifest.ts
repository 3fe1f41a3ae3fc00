import { z } from 'zod'

/** The services that own a database, in the order in which a backup holds them. */
export const owners = ['identity', 'content', 'sites', 'ai'] as const
export type Owner = (typeof owners)[number]

/** The rows of a table as PostgreSQL's COPY writes them as text, which every version reads. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
})

/** The only text of a backup that becomes part of a statement. */
const bound = /^FOR VALUES FROM \('[\w :.+-]*'\) TO \('[\w :.+-]*'\)$/

const Database = z.object({
  /** The migrations that made its schema, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  /** Partitions that are made while the system runs; their rows are those of their parent. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string().regex(bound) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})
export type DatabaseManifest = z.infer<typeof Database>

/** The version of Quire that made a backup; older ones do not say. */
const madeBy = z
  .string()
  .regex(/^\d[\w.+-]{0,50}$/)
  .optional()

/** The manifest of a backup is its last entry, which is written once everything else was read without an error. */
export const Manifest = z.object({
  format: z.literal(1, { error: 'this version of Quire does not know the format of the backup' }),
  madeBy,
  madeAt: z.string(),
  databases: z.object({ identity: Database, content: Database, sites: Database, ai: Database }),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Files of the count whose bytes were no longer those of their name when they were saved; they are not restored. */
    damaged: z.array(z.string()).default([]),
    /** The number of files that rows name and that the storage did not have. */
    missing: z.number().int().default(0),
  }),
  keys: z.object({ count: z.number().int(), isEncrypted: z.boolean(), sha256: z.string() }),
})
export type Manifest = z.infer<typeof Manifest>

/** Says which version made a backup, whose manifest may be of a format that is not known; empty if it does not say. */
export function madeByWords(manifest: unknown): string {
  const { data } = z.object({ madeBy }).safeParse(manifest)
  return data?.madeBy === undefined ? '' : ` It was made by Quire ${data.madeBy}.`
}

export const manifestEntry = 'manifest.json'
export const tableEntry = (owner: Owner, table: string) => `databases/${owner}/${table}.copy`
/** The entry of a file of content; its name ends with the SHA-256 of its bytes. */
export const fileEntry = (blob: string) => `files/${blob}`
export const sha256In = (blob: string) => blob.slice(blob.lastIndexOf('/') + 1)
export const fileOfEntry = (entry: string) => (entry.startsWith('files/') ? entry.slice('files/'.length) : undefined)
export const keysEntry = (isEncrypted: boolean) => (isEncrypted ? 'keys.json.age' : 'keys.json')
