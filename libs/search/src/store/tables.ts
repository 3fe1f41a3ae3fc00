/*
 * Statements for a service's migration. They are part of released migrations, so they never change: a change is a new
 * list.
 */

/** The tables of an index of segments. All of their data can be rebuilt from the indexed pages. */
export const searchTables: readonly string[] = [
  // Segments by the sha256 of their bytes. `listed_at`: the last time that a list of the organization gained or lost
  // it.
  `create table search_segment (
     organization_id text not null,
     hash text not null,
     bytes bytea not null,
     listed_at timestamptz not null default now(),
     primary key (organization_id, hash)
   )`,
  // Uncompressed bytes can be read in parts, without the bytes before them.
  'alter table search_segment alter column bytes set storage external',
  // The list of segments, the oldest first. `merge_at`: the time from which a merge is due; null if none is.
  `create table search_index (
     organization_id text primary key,
     version bigint not null default 0,
     segments jsonb not null default '[]',
     merge_at timestamptz
   )`,
  'create index search_index_merge on search_index (merge_at) where merge_at is not null',
  // The indexed revision of each space. While `target` is set, pages up to `after_page` are those of `target`. A
  // service
  // may add columns with defaults.
  `create table search_space (
     space_id text primary key,
     organization_id text not null,
     revision text,
     target text,
     after_page text,
     attempts integer not null default 0,
     try_at timestamptz,
     error text
   )`,
  'create index search_space_organization on search_space (organization_id)',
]

/** The lease of a merge: the id of the process's claim, and the time after which another process may take over. */
export const mergeLeases: readonly string[] = [
  'alter table search_index add column merger text, add column merging_until timestamptz',
]
