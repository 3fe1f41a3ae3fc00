import { BaseConfig, createLog, openBus, openPositions, streamIdentity } from '@quire/kit'
import pg from 'pg'
import type { OwnerName, Processes } from './processes.ts'

const patienceMs = 30_000

type Databases = Record<OwnerName, pg.Pool>

async function withDatabases<T>({ databases }: Processes, work: (clients: Databases) => Promise<T>): Promise<T> {
  const names = Object.keys(databases) as OwnerName[]
  const clients = Object.fromEntries(
    names.map((name) => [name, new pg.Pool({ connectionString: databases[name], max: 4 })]),
  ) as Databases
  try {
    return await work(clients)
  } finally {
    await Promise.all(names.map((name) => clients[name].end()))
  }
}

/**
 * Resolves when every outbox is empty and every service has applied the whole stream. It looks
 * whenever a projector announces itself, as each does at least with every heartbeat.
 */
export async function settled(system: Processes): Promise<void> {
  const bus = await openBus(BaseConfig.parse(system.base), 'test', createLog('test', 'silent'))
  const positions = openPositions(bus, 'test')
  const isSettled = (clients: Databases) => async () => {
    const { last } = await streamIdentity(bus)
    const behind = await Promise.all(
      Object.values(clients).map(async (client) => {
        const { rows } = await client.query(
          `select (select count(*)::int from outbox where published_at is null) as unpublished,
                  (select sequence::int from projector_position) as sequence`,
        )
        return rows[0].unpublished > 0 || rows[0].sequence < last
      }),
    )
    return !behind.includes(true)
  }
  try {
    await withDatabases(system, (clients) => announced(positions, isSettled(clients)))
  } finally {
    await bus.close()
  }
}

function announced(positions: ReturnType<typeof openPositions>, holds: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(reject, patienceMs, new Error('the projectors have not caught up'))
    let looking: Promise<void> = Promise.resolve()
    const look = () => {
      looking = looking.then(holds).then((done) => {
        if (!done) return
        clearTimeout(patience)
        stop()
        resolve()
      }, reject)
    }
    const stop = positions.subscribe(look)
    look()
  })
}

/** A question, and the databases in which it must have the same answer: the owner's first. */
interface Agreement {
  of: string
  query: string
  in: OwnerName[]
}

const everywhere: OwnerName[] = ['identity', 'content', 'sites', 'ai']
const accessIn: OwnerName[] = ['content', 'sites', 'ai']

const agreements: Agreement[] = [
  {
    of: 'members',
    query: 'select id, organization_id, user_id, role, disabled from member order by id',
    in: everywhere,
  },
  { of: 'teams', query: 'select id, organization_id from team order by id', in: everywhere },
  { of: 'team members', query: 'select team_id, member_id from team_member order by 1, 2', in: everywhere },
  { of: 'organizations', query: 'select id from organization order by id', in: everywhere },
  {
    of: 'collections',
    query: 'select id, organization_id, parent_id, default_level from collection order by id',
    in: accessIn,
  },
  {
    of: 'spaces',
    query: `select id, organization_id, collection_id, default_level, default_scope, deleted_at is not null as deleted
            from space order by id`,
    in: accessIn,
  },
  {
    of: 'grants',
    query: 'select scope_id, subject_id, scope_kind, subject_kind, role from access_grant order by 1, 2',
    in: accessIn,
  },
]

/** Counters, and what they must be: both queries run in the owner's database. */
const counters: { of: string; in: OwnerName; kept: string; counted: string }[] = [
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
  ...(['open', 'draft'] as const).map((status) => ({
    of: `space.changeRequests${status}`,
    in: 'content' as const,
    kept: `select id, change_requests_${status} as n from space order by id`,
    counted: `select id, (select count(*)::int from change_request where space_id = space.id and status = '${status}') as n
              from space order by id`,
  })),
]

/** What each membership and team is granted, counted from the grants themselves (design 4). */
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

const keptSpaces = `
  select id, spaces from member where spaces > 0 union all select id, spaces from team where spaces > 0 order by id`

/** Every projection and counter with what its owner's tables say; pairs that must be equal. */
export function compared(system: Processes): Promise<{ of: string; actual: unknown[]; expected: unknown[] }[]> {
  return withDatabases(system, async (clients) => {
    const rows = async (name: OwnerName, query: string) => (await clients[name].query(query)).rows
    const projected = agreements.flatMap(({ of, query, in: [owner = 'identity', ...others] }) =>
      others.map(async (name) => ({
        of: `${of} in ${name}`,
        actual: await rows(name, query),
        expected: await rows(owner, query),
      })),
    )
    const counted = counters.map(async (one) => ({
      of: one.of,
      actual: await rows(one.in, one.kept),
      expected: await rows(one.in, one.counted),
    }))
    const granted = {
      of: 'granted spaces of members and teams in identity',
      actual: await rows('identity', keptSpaces),
      expected: await rows('content', grantedSpaces),
    }
    return [...(await Promise.all([...projected, ...counted])), granted]
  })
}
