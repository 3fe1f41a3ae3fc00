import type { Group } from './compare.ts'
import type { Crowd } from './crowd.ts'
import { searches } from './crowd-rows.ts'
import { type Asker, atService, type Kind, targetOf, throughGateway } from './requests.ts'

/** One organization and who asks about it. */
interface AskedCrowd extends Asker, Crowd {}

const organizationOf = ({ organization }: Crowd) => `/v1/orgs/${organization}`
const membersOf = (crowd: Crowd) => `${organizationOf(crowd)}/members`
const teamOf = (crowd: Crowd) => `${organizationOf(crowd)}/teams/${crowd.teamId}`

/** The list that is compared with the floors' list of the same rows. */
export const memberKinds: Kind<AskedCrowd>[] = [
  {
    name: 'a list of 50 members',
    answers: 'members',
    load: (on) => throughGateway(on, [{ path: `${membersOf(on)}?limit=50` }]),
  },
]

const kind = (name: string, operation: string, path: (crowd: Crowd) => string): Kind<AskedCrowd> => ({
  name: `members: ${name}`,
  connections: [1],
  load: (on) => atService(on, operation, path(on)),
})
const list = (name: string, query: (crowd: Crowd) => string) =>
  kind(name, 'listMembersInOrganizationById', (crowd) => `${membersOf(crowd)}${query(crowd)}`)

/** What must cost the same in an organization of any size. */
export const scaleKinds: Kind<AskedCrowd>[] = [
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

/** The same work in a small organization and in a large one. */
export function crowdGroup(kinds: Kind<AskedCrowd>[], small: AskedCrowd, large: AskedCrowd): Group {
  return {
    title: 'at identity, one connection',
    columns: [small, large].map(({ members, teams }) => `${members} members, ${teams} teams`),
    comparisons: kinds.map((one) => ({ name: one.name, targets: [targetOf(one, small), targetOf(one, large)] })),
    note: 'Depth: pages of 50 that lie before.',
  }
}
