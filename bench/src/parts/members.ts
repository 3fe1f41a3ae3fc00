import { createOrganization, createSpaces, cursorAfter } from '../data/pages.ts'
import { startFloors } from '../floors.ts'
import { expectSuccess } from '../load/client.ts'
import { measureAll } from '../load/rounds.ts'
import { atService, type Caller, throughGateway, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import { createMeter } from '../meter.ts'
import type { CrowdSize } from '../options.ts'
import type { Measuring, Part } from '../part.ts'
import { type ComparisonGroup, comparisonTable, workloadsIn } from '../report/compare-runs.ts'
import { conditionsOf, floorComparison } from '../report/report.ts'
import { withDatabase } from '../system.ts'

const uniqueSurname = 'Quackenbush'
/** Searches that match one person, one in forty, and all. */
const searches = { rare: uniqueSurname, some: 'dorothy', common: 'example.com' }

const organizationOf = ({ organization }: Crowd) => `/v1/orgs/${organization}`
const membersOf = (crowd: Crowd) => `${organizationOf(crowd)}/members`
const teamOf = (crowd: Crowd) => `${organizationOf(crowd)}/teams/${crowd.teamId}`

/** The list that is compared with the floors' list of the same rows. */
const gatewayKind: WorkloadKind<Crowd> = {
  name: 'a list of 50 members',
  answers: 'members',
  load: (on) => throughGateway(on, [{ path: `${membersOf(on)}?limit=50` }]),
}

const kind = (name: string, operation: string, path: (crowd: Crowd) => string): WorkloadKind<Crowd> => ({
  name: `members: ${name}`,
  connections: [1],
  load: (on) => atService(on, operation, path(on)),
})
const list = (name: string, query: (crowd: Crowd) => string) =>
  kind(name, 'listMembersInOrganizationById', (crowd) => `${membersOf(crowd)}${query(crowd)}`)

/** Requests that cost about the same in an organization of any size. */
const serviceKinds: WorkloadKind<Crowd>[] = [
  list('first page, with `count`', () => ''),
  list('a page at depth 10 and 1,000', ({ deep }) => `?page=${deep}`),
  list('search, one match', () => `?search=${searches.rare}`),
  list('search, all match', () => `?search=${searches.common}`),
  list('search, one in 40', () => `?search=${searches.some}`),
  list('search, two letters', () => '?search=do'),
  list('guests', () => '?role=guest'),
  kind('one, with `teams`', 'getMemberInOrganizationById', (crowd) => `${membersOf(crowd)}/${crowd.userId}`),
  kind('teams of one', 'listTeamsForOrganizationMember', (crowd) => `${membersOf(crowd)}/${crowd.userId}/teams`),
  kind('teams', 'listTeamsInOrganizationById', (crowd) => `${organizationOf(crowd)}/teams`),
  kind('a team, with `members`', 'getTeamInOrganizationById', teamOf),
  kind('members of a team', 'listTeamMembersInOrganizationById', (crowd) => `${teamOf(crowd)}/members`),
]

/** Compares the lists of a small organization with those of a large one, and one of them with the floors. */
export const members: Part<Measuring> = {
  name: 'members',
  workloads: [gatewayKind, ...serviceKinds].map(({ name }) => name),
  targets: [],
  async measure(on) {
    const { options, quire, signal, say } = on
    const [small, large] = [await makeCrowd(on, options.crowds.small), await makeCrowd(on, options.crowds.large)]
    const sections: string[] = []
    if (on.isSelected(gatewayKind.name)) {
      const [spaceId = ''] = await createSpaces(on, large.organization, 1)
      await using floors = await startFloors(on, { spaceId, lists: { members: large.organization } })
      const meter = createMeter([...quire.processes, ...floors.processes])
      const plan = { ...options, meter, signal, report: say }
      const measured = await measureAll([...floors.workloads, workloadOf(gatewayKind, large)], plan)
      sections.push(conditionsOf(plan, measured), floorComparison(measured))
    }
    const group = groupOf(on, small, large)
    if (group.comparisons.length > 0) {
      const meter = createMeter(quire.processes)
      const { comparedRounds: rounds, comparedSeconds: roundSeconds } = options
      const plan = { rounds, roundSeconds, connections: [1], meter, signal, report: say }
      const measured = await measureAll(workloadsIn(group), plan)
      sections.push(conditionsOf(plan, measured), comparisonTable(group, measured))
    }
    return { figures: new Map(), details: sections.join('\n\n') }
  },
}

const groupOf = ({ isSelected }: Measuring, small: Crowd, large: Crowd): ComparisonGroup => ({
  title: 'at identity, one connection',
  columns: [small, large].map(({ members, teams }) => `${members} members, ${teams} teams`),
  comparisons: serviceKinds
    .filter(({ name }) => isSelected(name))
    .map((kind) => ({ name: kind.name, workloads: [workloadOf(kind, small), workloadOf(kind, large)] })),
  note: 'Depth: number of pages of 50 before the measured one.',
})

/** An organization with its people and teams, and the resources in it that are read. */
interface Crowd extends CrowdSize, Caller {
  organization: string
  userId: string
  teamId: string
  /** The cursor of the deep page. */
  deep: string
}

/**
 * Creates an organization through the interface and its people in identity's database: a hundred thousand invitations would
 * take longer than the whole measurement. Rows, counters and versions are those that the interface leaves. No events are
 * published, and no measured request needs them in another service.
 */
async function makeCrowd(on: Measuring, size: CrowdSize): Promise<Crowd> {
  const organization = await createOrganization(on, `${size.members} members`)
  const start = organization.slice(0, 15)
  await withDatabase(on.quire.services.identity.databaseUrl, async (identity) => {
    await identity.query(insertPeople, [start, organization, size.members])
    await identity.query(insertTeams, [start, organization, size.teams, size.members])
    await identity.query(insertTeamMembers, [start, organization, size.teams, size.members])
    await identity.query('update organization set members = members + $2 where id = $1', [organization, size.members])
    // Autovacuum would do the same during the measurement.
    for (const table of ['"user"', 'member', 'team', 'team_member']) await identity.query(`vacuum (analyze) ${table}`)
  })
  const list = (query: string) => expectSuccess(on.send('GET', `/v1/orgs/${organization}/members?${query}`))
  return {
    ...on,
    ...size,
    organization,
    userId: idOf(start, 'U', size.members / 2),
    teamId: idOf(start, 'T', size.teams / 2),
    deep: await cursorAfter(size.depth * 50, list),
  }
}

/** Realistic names. The person in the middle has a unique surname. */
const firstNames =
  'Ada,Alan,Barbara,Claude,Dorothy,Edsger,Frances,Grace,Hedy,Ivan,Joan,Katherine,Leslie,Margaret,Niklaus,Ole,Peter,' +
  'Radia,Sophie,Tim,Ursula,Vint,Whitfield,Xenia,Yukihiro,Zuse,Bjarne,Carol,Donald,Evelyn,Fernando,Guido,Hal,Ingrid,' +
  'Jean,Konrad,Lynn,Maurice,Nancy,Olga'
const surnameStarts = 'Ash,Black,Brook,Clay,Dun,East,Fair,Green,Hart,King,Lang,Mill,North,Oak,Park,Red,Stan,Thorn,West'
const surnameEnds = 'bourne,bury,by,den,field,ford,ham,ley,low,more,stead,ton,well,worth,wick'

/** Ids that sort by number and have the 26 characters of real ones; `start` differs between organizations. */
const idOf = (start: string, kind: 'U' | 'M' | 'T', number: number) =>
  `${start}${kind}${String(number).padStart(10, '0')}`
/** SQL of the same id; $1 is the start. */
const idSql = (kind: 'U' | 'M' | 'T', number: string) => `$1 || '${kind}' || lpad((${number})::text, 10, '0')`
/** SQL of the list's element at a number, counted in a circle. */
const element = (list: string, number: string) =>
  `(string_to_array('${list}', ','))[1 + ${number} % ${list.split(',').length}]`

/** People and their memberships, oldest first. $1 start of ids, $2 organization, $3 number of people; each is in two teams. */
const insertPeople = `
  with person as (
    insert into "user" (id, display_name, email)
    select ${idSql('U', 'number')}, first || ' ' || last, lower(first || '.' || last || number || '@' || $1 || '.example.com')
    from generate_series(1, $3::int) number, lateral (
      select
        ${element(firstNames, 'number')} as first,
        case when number = $3 / 2 then '${uniqueSurname}'
        else ${element(surnameStarts, '(number / 40)')} || ${element(surnameEnds, '(number / 760)')} end as last
    ) named
    returning id, display_name, email, right(id, 10)::int as number
  )
  insert into member
    (id, version, organization_id, user_id, role, joined_at, last_seen_at, teams, search)
  select
    ${idSql('M', 'number')}, 3, $2, id,
    case when number % 50 = 0 then null when number % 10 = 1 then 'edit' else 'read' end,
    now() - interval '1 minute' * ($3 - number),
    case when number % 5 < 3 then now() - interval '1 second' * (number::bigint * 7919 % 1000000) end,
    2, lower(display_name || chr(10) || email)
  from person`

/** Teams of equal size. $1 start of ids, $2 organization, $3 number of teams, $4 number of members. */
const insertTeams = `
  insert into team (id, version, organization_id, title, members)
  select ${idSql('T', 'number')}, 2, $2, 'Team ' || number, 2 * $4::int / $3::int
  from generate_series(1, $3::int) number`

const insertTeamMembers = `
  insert into team_member (team_id, member_id, version, organization_id, user_id, role)
  select
    ${idSql('T', '1 + (number + second * $3::int / 2) % $3::int')}, ${idSql('M', 'number')}, 2, $2, ${idSql('U', 'number')},
    case when number % 50 = 0 then 'owner' else 'member' end
  from generate_series(1, $4::int) number, generate_series(0, 1) second`
