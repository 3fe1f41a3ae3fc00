/*
 * Statements for a service's first migration. The lists are part of applied migrations, so they never change: a change
 * is a new list.
 */

/** Tables that project identity's nouns in content, sites and ai (`MemberTables`). */
export const memberTables: readonly string[] = [
  `create table organization (
     id text primary key,
     sso boolean not null,
     state jsonb not null
   )`,
  `create table member (
     id text primary key,
     organization_id text not null,
     user_id text not null,
     role text,
     disabled boolean not null,
     state jsonb not null
   )`,
  'create index member_user on member (user_id, organization_id)',
  'create index member_organization on member (organization_id, id)',
  `create table team (
     id text primary key,
     organization_id text not null,
     state jsonb not null
   )`,
  'create index team_organization on team (organization_id, id)',
  `create table team_member (
     team_id text not null,
     member_id text not null,
     primary key (team_id, member_id)
   )`,
  'create index team_member_member on team_member (member_id, team_id)',
]

/** Tables that project content's collections, spaces and grants in sites and ai (`ProjectedAccessTables`). */
export const contentAccessTables: readonly string[] = [
  `create table collection (
     id text primary key,
     organization_id text not null,
     parent_id text,
     default_level text not null,
     state jsonb not null
   )`,
  `create table space (
     id text primary key,
     organization_id text not null,
     collection_id text,
     default_level text not null,
     default_scope text not null,
     deleted_at timestamptz,
     state jsonb not null
   )`,
  `create table access_grant (
     scope_id text not null,
     scope_kind text not null,
     subject_id text not null,
     subject_kind text not null,
     organization_id text not null,
     role text not null,
     primary key (scope_id, subject_id)
   )`,
]

/** A column of `contentAccessTables` and of content's own tables: a deleted collection may be restored. */
export const deletedCollections: readonly string[] = ['alter table collection add column deleted_at timestamptz']

/**
 * Indexes that the queries of this library rely on, one for each branch of a list of spaces
 * (docs/interface.md#levels); content adds them to its own tables. `access_grant` also needs its primary key.
 */
export const accessIndexes: readonly string[] = [
  'create index collection_organization on collection (organization_id, parent_id)',
  `create index space_inheriting on space (default_scope, id) include (organization_id)
     where deleted_at is null`,
  `create index space_explicit on space (organization_id, default_level, id)
     where deleted_at is null and default_level <> 'inherit'`,
  `create index space_explicit_in_collection on space (collection_id, default_level, id)
     where deleted_at is null and default_level <> 'inherit'`,
  'create index space_organization on space (organization_id, id) where deleted_at is null',
  'create index space_collection on space (collection_id, id) where deleted_at is null',
  'create index access_grant_subject on access_grant (subject_id, scope_kind, scope_id)',
]

/** Further indexes, for the lists of people and teams with access: by role, and by kind of rule. */
export const peopleIndexes: readonly string[] = [
  'create index member_role on member (organization_id, role, id) include (user_id) where not disabled',
  'create index access_grant_scope on access_grant (scope_id, subject_kind, subject_id) include (role)',
]
