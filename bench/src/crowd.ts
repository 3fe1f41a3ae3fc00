import pg from 'pg'
import { z } from 'zod'
import { must, type Send } from './api.ts'
import { idOf, people, teamMembers, teams } from './crowd-rows.ts'

export interface CrowdSize {
  members: number
  teams: number
  /** How many pages of 50 members lie before the one that is measured as deep. */
  depth: number
}

/** An organization with its people and teams, and the parts of it that are asked for. */
export interface Crowd extends CrowdSize {
  organization: string
  userId: string
  teamId: string
  /** The cursor of the page that lies deep. */
  deep: string
}

/**
 * Makes an organization through the interface and its people in identity's database: to invite a hundred thousand would
 * take longer than everything that is measured. Rows, counters and versions are as the interface leaves them. The other
 * services are not told, and no measured request asks them.
 */
export async function makeCrowd(send: Send, databaseUrl: string, size: CrowdSize): Promise<Crowd> {
  const created = await must(send('POST', '/v1/orgs', { title: `${size.members} members` }))
  const { id: organization } = z.object({ id: z.string() }).parse(created)
  const start = organization.slice(0, 15)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(people, [start, organization, size.members])
    await client.query(teams, [start, organization, size.teams, size.members])
    await client.query(teamMembers, [start, organization, size.teams, size.members])
    await client.query('update organization set members = members + $2 where id = $1', [organization, size.members])
    // As autovacuum does soon after so many rows.
    for (const table of ['"user"', 'member', 'team', 'team_member']) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.end()
  }
  return {
    ...size,
    organization,
    userId: idOf(start, 'U', size.members / 2),
    teamId: idOf(start, 'T', size.teams / 2),
    deep: await walkTo(send, organization, size.depth * 50),
  }
}

const longestPage = 1000
const Page = z.object({ next: z.object({ page: z.string() }) })

/** The cursor behind so many members; a cursor is not bound to the length of the page that it was on. */
async function walkTo(send: Send, organization: string, members: number): Promise<string> {
  const cursor: { page?: string } = {}
  for (let left = members; left > 0; left -= longestPage) {
    const query = new URLSearchParams({ limit: `${Math.min(left, longestPage)}`, ...cursor })
    cursor.page = Page.parse(await must(send('GET', `/v1/orgs/${organization}/members?${query}`))).next.page
  }
  return cursor.page ?? ''
}
