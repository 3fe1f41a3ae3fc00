import type { OwnerName } from './processes.ts'
import { type System, withDatabases } from './system-databases.ts'

/** A query, and the databases in which it must have the same result: the owner's first. */
interface Agreement {
  of: string
  query: string
  in: [OwnerName, ...OwnerName[]]
  /** The owner's query, if its table differs from those of the copies. */
  owned?: string
}

const accessIn: Agreement['in'] = ['content', 'sites', 'ai']

const agreements: Agreement[] = [
  {
    of: 'people',
    query: 'select id, display_name, email, photo_url, origin, disabled from person order by id',
    owned: `select id, display_name, case when deleted_at is null then email else '' end as email, photo_url, origin,
            disabled_at is not null as disabled from "user" order by id`,
    in: ['identity', 'content'],
  },
  {
    of: 'addresses of people',
    query: 'select id, email from person order by id',
    owned: `select id, case when deleted_at is null then email else '' end as email from "user" order by id`,
    in: ['identity', 'sites'],
  },
  {
    of: 'organizations',
    query: `select id, sso, state->>'title' as title, state->>'hostname' as hostname,
            state->>'defaultRole' as default_role, state->>'defaultSite' as default_site,
            state->>'samlProvider' as saml_provider,
            state->>'madeBy' as made_by, state->>'origin' as origin, (state->>'ai')::boolean as ai from organization order by id`,
    owned:
      'select id, sso, title, hostname, default_role, default_site, saml_provider, made_by, origin, ai from organization order by id',
    in: ['identity', ...accessIn],
  },
  {
    of: 'members',
    query: `select id, organization_id, user_id, role, disabled, (state->>'sso')::boolean as sso,
            (state->>'joinedAt')::timestamptz as joined_at, (state->>'lastSeenAt')::timestamptz as last_seen_at,
            (state->>'teams')::int as teams from member order by id`,
    owned: `select id, organization_id, user_id, role, disabled, sso, joined_at, last_seen_at, teams
            from member order by id`,
    in: ['identity', ...accessIn],
  },
  {
    of: 'teams',
    query: `select id, organization_id, state->>'title' as title, (state->>'members')::int as members
            from team order by id`,
    owned: 'select id, organization_id, title, members from team order by id',
    in: ['identity', ...accessIn],
  },
  {
    of: 'team members',
    query: 'select team_id, member_id from team_member order by 1, 2',
    in: ['identity', ...accessIn],
  },
  {
    of: 'roles in teams',
    query: 'select team_id, member_id, role from team_member order by 1, 2',
    in: ['identity', 'content'],
  },
  {
    of: 'collections',
    query: 'select id, organization_id, parent_id, default_level from collection order by id',
    owned: 'select id, organization_id, parent_id, default_level from collection where deleted_at is null order by id',
    in: accessIn,
  },
  {
    of: 'spaces',
    query: `select id, organization_id, collection_id, default_level, default_scope, deleted_at is not null as deleted
            from space order by id`,
    in: accessIn,
  },
  {
    of: 'counters of spaces',
    query: `select space_id as id, counters->'comments' as comments, counters->'changeRequests' as all_requests,
            counters->'changeRequestsOpen' as open, counters->'changeRequestsDraft' as draft
            from space_counters order by 1`,
    owned: `select id, to_jsonb(comments) as comments, to_jsonb(change_requests) as all_requests,
            to_jsonb(change_requests_open) as open, to_jsonb(change_requests_draft) as draft
            from space where counters_version > 0 order by 1`,
    in: ['content', 'sites'],
  },
  {
    of: 'grants',
    query: 'select scope_id, subject_id, scope_kind, subject_kind, role from access_grant order by 1, 2',
    in: accessIn,
  },
  {
    of: 'sites and whose they are',
    query: 'select id, organization_id from site order by id',
    in: ['sites', 'identity', 'ai'],
  },
  { of: 'sites', query: 'select id, visibility, published from site order by id', in: ['sites', 'content'] },
  {
    of: 'site spaces',
    query: 'select id, site_id, space_id from site_space order by id',
    in: ['sites', 'content', 'ai'],
  },
  { of: 'readers of sites', query: 'select id, generation from site order by id', in: ['sites', 'content'] },
  {
    of: 'share links',
    query: 'select id, site_id, key_hash, active from share_link order by id',
    in: ['sites', 'content'],
  },
  {
    of: 'addresses of site spaces',
    query: 'select id, path, address from site_space order by id',
    in: ['sites', 'content'],
  },
]

/** Stored counters and their counted values; both queries run in the owner's database. */
const counters: { of: string; in: OwnerName; kept: string; counted: string }[] = [
  {
    of: 'organization.members',
    in: 'identity',
    kept: 'select id, members as n from organization order by id',
    counted: `select id, (select count(*)::int from member where organization_id = organization.id) as n
              from organization order by id`,
  },
  {
    of: 'team.members',
    in: 'identity',
    kept: 'select id, members as n from team order by id',
    counted: 'select id, (select count(*)::int from team_member where team_id = team.id) as n from team order by id',
  },
  {
    of: 'member.teams',
    in: 'identity',
    kept: 'select id, teams as n from member order by id',
    counted:
      'select id, (select count(*)::int from team_member where member_id = member.id) as n from member order by id',
  },
  {
    of: 'space.comments',
    in: 'content',
    kept: 'select id, comments as n from space order by id',
    counted: `select id, (select count(*)::int from comment where space_id = space.id and change_request_id is null
              and status = 'open') as n from space order by id`,
  },
  {
    of: 'comment.replies',
    in: 'content',
    kept: 'select id, replies as n from comment order by id',
    counted: `select id, (select count(*)::int from comment_reply where comment_id = comment.id) as n
              from comment order by id`,
  },
  {
    of: 'space.changeRequests',
    in: 'content',
    kept: 'select id, change_requests as n from space order by id',
    counted: `select id, (select count(*)::int from change_request where space_id = space.id) as n
              from space order by id`,
  },
  ...(['open', 'draft'] as const).map((status) => ({
    of: `space.changeRequests${status}`,
    in: 'content' as const,
    kept: `select id, change_requests_${status} as n from space order by id`,
    counted: `select id, (select count(*)::int from change_request where space_id = space.id and status = '${status}') as n
              from space order by id`,
  })),
]

/** The number of spaces of each membership and team, counted from the grants themselves. */
const grantedSpaces = `
  with recursive giver(subject_id, giver_id) as (
    select id, id from member union select id, id from team
    union select member_id, team_id from team_member join team on team.id = team_id
  ), reached(subject_id, scope_id) as (
    select giver.subject_id, scope_id from giver join access_grant on access_grant.subject_id = giver_id and role <> 'none'
    union select reached.subject_id, collection.id from reached join collection on parent_id = scope_id
  )
  select reached.subject_id as id, count(distinct space.id)::int as spaces
  from reached join space on (space.id = scope_id or collection_id = scope_id) and deleted_at is null
  group by 1 order by 1`

const storedSpaces = `
  select id, spaces from member where spaces > 0 union all select id, spaces from team where spaces > 0 order by id`

/** Every projection and counter beside its owner's tables, as pairs that must be equal. */
export function compared(system: System): Promise<{ of: string; actual: unknown[]; expected: unknown[] }[]> {
  return withDatabases(system, async (clients) => {
    const rows = async (name: OwnerName, query: string) => (await clients[name].query(query)).rows
    const projected = agreements.flatMap(({ of, query, owned = query, in: [owner, ...others] }) =>
      others.map(async (name) => ({
        of: `${of} in ${name}`,
        actual: await rows(name, query),
        expected: await rows(owner, owned),
      })),
    )
    const counted = counters.map(async (one) => ({
      of: one.of,
      actual: await rows(one.in, one.kept),
      expected: await rows(one.in, one.counted),
    }))
    const granted = {
      of: 'granted spaces of members and teams in identity',
      actual: await rows('identity', storedSpaces),
      expected: await rows('content', grantedSpaces),
    }
    return [...(await Promise.all([...projected, ...counted])), granted]
  })
}
