import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, identityOperations as operations, team, teamMember } from '@quire/contracts'
import { newId } from '@quire/kit'
import { onStatements, type ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addCrowd, tablesOf } from '../members/crowd.ts'
import { addOrganization, addPerson, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity({ INVITE_MAILS_PER_HOUR: '100000' })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const crowd = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    name: `Person ${index}`,
    email: `${newId().toLowerCase()}@example.com`,
    role: 'read' as const,
    joined: index,
    seen: null,
  }))

/** Creates a team of `size` members, most of whom are written as rows. */
async function teamOf(size: number): Promise<string> {
  const people = await addCrowd(identity, organizationId, crowd(size))
  const { body } = await identity.call(operations.createOrganizationTeam, {
    as: ada,
    params: { organizationId },
    body: { title: `Team of ${size}` },
  })
  const sql = tablesOf(identity)
  await raw`
    insert into team_member (team_id, member_id, version, organization_id, user_id, role)
    select ${body.id}, id, 1, organization_id, user_id, 'member' from member where id = any(${people}::text[])
    on conflict do nothing`.execute(sql)
  await raw`update team set members = ${size} where id = ${body.id}`.execute(sql)
  await raw`update member set teams = teams + 1 where id = any(${people}::text[])`.execute(sql)
  return body.id
}

/** Returns the statements, from the first lock on, of the transaction in which `work` sends `own`. */
async function transactionOf(own: RegExp, work: () => Promise<unknown>) {
  const sent = new Map<object, string[]>()
  const stop = onStatements(identity.service, (text, connection) => {
    sent.set(connection, [...(sent.get(connection) ?? []), text])
  })
  await work().finally(stop)
  const all = [...sent.values()].find((some) => some.some((text) => own.test(text))) ?? []
  const from = all.findIndex((text) => /for (no key )?update|for share/.test(text))
  const until = all.findIndex((text, at) => at > from && text === 'commit')
  return all.slice(from, until)
}

/** Counts the events in the outbox by type: events about this team, and later events about people. */
async function emittedEvents(teamId: string, since: Date) {
  const { rows } = await raw<{ type: string; count: number }>`
    select envelope ->> 'type' as type, count(*)::int as count from outbox
    where created_at >= ${since} and (envelope ->> 'key' like ${`${teamId}%`} or envelope ->> 'type' = ${member.saved.type})
    group by 1`.execute(tablesOf(identity))
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
}

test('removing a team costs as many statements however large it is, its events included', async () => {
  const counts: number[] = []
  for (const size of [20, 5000]) {
    const teamId = await teamOf(size)
    const since = new Date()
    const seen = await transactionOf(/^delete from "team" /, async () => {
      const params = { organizationId, teamId }
      expect((await identity.call(operations.removeTeamFromOrganizationById, { as: ada, params })).status).toBe(205)
    })
    expect(await emittedEvents(teamId, since)).toEqual({
      [teamMember.removed.type]: size,
      [member.saved.type]: size,
      [team.removed.type]: 1,
    })
    counts.push(seen.length)
  }
  expect(counts[0]).toBeGreaterThan(4)
  expect(counts[1]).toBe(counts[0])
})

test('inviting people who have accounts costs as many statements however many they are', async () => {
  const counts: number[] = []
  for (const size of [10, 1000]) {
    const people = crowd(size)
    const users = people.map(({ name, email }) => ({ id: newId(), display_name: name, email }))
    await tablesOf(identity).insertInto('user').values(users).execute()
    const elsewhere = await addOrganization(identity, ada, `For ${size}`)
    const body = { emails: people.map(({ email }) => email), role: 'read' }
    const seen = await transactionOf(/^insert into "member"/, async () => {
      const { status, body: answer } = await identity.call(operations.inviteUsersToOrganization, {
        as: ada,
        params: { organizationId: elsewhere },
        body,
      })
      expect([status, answer.invited]).toEqual([200, size])
    })
    counts.push(seen.length)
  }
  expect(counts[0]).toBeGreaterThan(5)
  expect(counts[1]).toBe(counts[0])
})
