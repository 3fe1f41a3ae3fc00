import { atLeast, memberScopes, spaceLevels, storedLevel, strengthOf } from '@quire/access'
import {
  type Collection,
  type OpenAPISpec,
  type Organization,
  organizationPermissions,
  presentOrganization,
  roles,
  type Space,
  type User,
} from '@quire/contracts'
import type { ContentRef } from '@quire/document/plain'
import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { presentSpec } from '../openapi/specifications.present.ts'
import { openRow } from '../pages/open-revision.ts'
import { presentSpaceRow, type SpaceWithPublication, spaceWithPublication } from '../spaces/spaces.present.ts'
import { membersOf } from '../workspace/people.ts'
import { type CollectionRow, presentCollection } from '../workspace/tree/collections.present.ts'
import type { FoundTarget } from './find-links.ts'
import { type LoadedContent, loadContent, type PresentContext } from './load-content.ts'

/** Resources outside of the space that links refer to and that the caller may see, by id. */
export interface OutsideResources {
  organization: Organization
  spaces: ReadonlyMap<string, LoadedContent>
  collections: ReadonlyMap<string, Collection>
  users: ReadonlyMap<string, User>
  /** By the names that links refer to them by: slugs and ids. */
  specs: ReadonlyMap<string, z.input<typeof OpenAPISpec>>
}

interface OutsideLink {
  ref: ContentRef
  link: Pick<FoundTarget, 'resource' | 'outside'>
}

export async function loadOutsideResources(
  context: PresentContext,
  found: readonly OutsideLink[],
): Promise<OutsideResources> {
  const collections = found.flatMap(({ ref }) => (ref.kind === 'collection' ? [ref.collection] : []))
  const specs = found.flatMap(({ ref }) => (ref.kind === 'openapi' ? [ref.spec] : []))
  const users = found.flatMap(({ ref }) => (ref.kind === 'user' ? [ref.user] : []))
  return {
    organization: await ownOrganization(context),
    spaces: await spacesOf(context, found),
    collections: await collectionsOf(context, collections),
    users: await usersOf(context, users),
    specs: await specsOf(context, specs),
  }
}

/** Presents the organization of the space to the caller. */
async function ownOrganization({ sql, access, deps }: PresentContext): Promise<Organization> {
  const row = await sql
    .selectFrom('organization')
    .select('state')
    .select((select) => [
      select
        .exists(
          select
            .selectFrom('team_member')
            .select('team_id')
            .where('member_id', '=', access.member.id)
            .where('role', '=', 'owner'),
        )
        .as('owns_team'),
      select
        .selectFrom('site')
        .select('site.id')
        .where('site.id', '=', raw<string>`organization.state ->> 'defaultSite'`)
        .as('site'),
    ])
    .where('id', '=', access.organizationId)
    .executeTakeFirstOrThrow()
  const permissions = organizationPermissions({ role: access.member.role, ownsTeam: Boolean(row.owns_team) })
  return presentOrganization({ ...row.state, defaultSite: row.site ?? null }, permissions, deps.publicUrl)
}

async function spacesOf(context: PresentContext, found: readonly OutsideLink[]): Promise<OutsideResources['spaces']> {
  const resources = Map.groupBy(
    found.filter(({ link }) => link.outside !== null),
    ({ link }) => link.outside ?? '',
  )
  if (resources.size === 0) return new Map()
  const { sql, access, deps } = context
  const levels = await spaceLevels(sql, access.member, [...resources.keys()])
  const { rows } = await raw<SpaceWithPublication>`
    select ${spaceWithPublication.columns} from space asked ${spaceWithPublication.joins}
    where asked.id = any(${[...resources.keys()]}::text[]) and asked.deleted_at is null`.execute(sql)
  const visible = rows.filter(({ id }) => atLeast(levels.get(id) ?? 'none', 'read'))
  const live = await sql
    .selectFrom('space')
    .innerJoin('revision', 'revision.id', 'space.revision')
    .selectAll('revision')
    .where('space.id', '=', anyOf(visible.map(({ id }) => id)))
    .execute()
  const loaded = await Promise.all(
    visible.map(async (row) => {
      const revision = live.find(({ space_id }) => space_id === row.id)
      if (!revision) return []
      const space: Space = presentSpaceRow(row, levels.get(row.id) ?? 'none', deps.publicUrl)
      const wanted = (resources.get(row.id) ?? []).flatMap(({ link }) => link.resource ?? [])
      return [
        [row.id, await loadContent(context, { open: openRow({ ...context, row: revision }), space }, wanted)] as const,
      ]
    }),
  )
  return new Map(loaded.flat())
}

/** Returns the collections that the caller may read. */
async function collectionsOf(
  { sql, access, deps }: PresentContext,
  ids: readonly string[],
): Promise<OutsideResources['collections']> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<CollectionRow & { strength: number }>`
    with recursive ${memberScopes(access.member)}
    select c.*, scope.strength from scope join collection c on c.id = scope.id
    where c.id = any(${ids}::text[]) and c.deleted_at is null and scope.strength >= ${strengthOf('read')}`.execute(sql)
  const levelOf = (strength: number) => roles.find((role) => strengthOf(role) === strength) ?? 'read'
  return new Map(rows.map((row) => [row.id, presentCollection(row, levelOf(row.strength), deps.publicUrl)]))
}

/** Returns members of the organization; none if the caller is a guest. */
async function usersOf(context: PresentContext, ids: readonly string[]): Promise<OutsideResources['users']> {
  const { sql, access } = context
  if (ids.length === 0 || access.member.role === null) return new Map()
  const members = await sql
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', access.organizationId)
    .where('user_id', '=', anyOf(ids))
    .execute()
  const known = members.map(({ user_id }) => user_id)
  const presentMember = await membersOf(context, known)
  return new Map(known.map((id) => [id, presentMember(id)]))
}

/** Returns specifications of the organization by slug or id; a slug takes precedence. None if the caller is a guest. */
async function specsOf(
  { sql, access, deps }: PresentContext,
  names: readonly string[],
): Promise<OutsideResources['specs']> {
  const { role } = access.member
  if (names.length === 0 || role === null) return new Map()
  const rows = await sql
    .selectFrom('openapi_spec')
    .selectAll()
    .where('organization_id', '=', access.organizationId)
    .where((one) => one.or([one('slug', '=', anyOf(names)), one('id', '=', anyOf(names))]))
    .execute()
  const presented = rows.map((row) => presentSpec(row, storedLevel(role), deps))
  return new Map([
    ...presented.map((spec) => [spec.id, spec] as const),
    ...presented.map((spec) => [spec.slug, spec] as const),
  ])
}
