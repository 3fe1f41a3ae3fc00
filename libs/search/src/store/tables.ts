/*
 * Statements for a service's migration. They are part of applied migrations, so they never change: a change is another
 * list.
 */

/** The tables of an index of segments. All of it can be made again from what it indexes. */
export const searchTables: readonly string[] = [
  // By the sha256 of its bytes. `listed_at`: when it was last put on or taken off its organization's list.
  `create table search_segment (
     organization_id text not null,
     hash text not null,
     bytes bytea not null,
     listed_at timestamptz not null default now(),
     primary key (organization_id, hash)
   )`,
  // Bytes that are not compressed are read in parts without reading what comes before.
  'alter table search_segment alter column bytes set storage external',
  // The list of segments, the oldest first. `merge_at`: from when on somebody may merge some of them; null: none.
  `create table search_index (
     organization_id text primary key,
     version bigint not null default 0,
     segments jsonb not null default '[]',
     merge_at timestamptz
   )`,
  'create index search_index_merge on search_index (merge_at) where merge_at is not null',
  // Which revision of a space is indexed. While `target` is set, pages up to `after_page` are those of `target`. A service
  // may add columns, which keep their defaults here.
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
