import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { member, site, siteSpace, team } from '@quire/contracts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let world: World
let hidden: string
const lastSeenAt = '2026-02-03T04:05:06.007Z'
beforeAll(async () => {
  world = await startWorld()
  hidden = (await world.makeSpace({ title: 'Closed' })).id
  await world.send('updateSpaceById', { params: { spaceId: hidden }, body: { defaultLevel: null } })
  await world.publishState(site, { id: 'sit', organizationId: acme })
  await world.publishState(siteSpace, { id: 'ssp', organizationId: acme, siteId: 'sit', spaceId: hidden })
  await world.publishState(site, { id: 'foreign', organizationId: 'other' })
  await world.publishState(member, { id: 'm-gina', organizationId: acme, userId: 'gina', role: null })
  await world.publishState(member, {
    id: 'm-gus',
    organizationId: acme,
    userId: 'gus',
    role: null,
    version: 2,
    lastSeenAt,
  })
  await world.publishState(team, { id: 'empty', organizationId: acme })
  await world.test.settled()
})
afterAll(() => world.stop())

const send = (query: Record<string, string> = {}, as?: string, siteId = 'sit') =>
  world.send('listPermissionsAggregateInSite', { as, params: { siteId }, query })

interface Item {
  permission: string
  user: { id: string }
  origin: { type: string }
}
const listed = async (query?: Record<string, string>) =>
  (await send(query)).body.items.map(({ permission, user, origin }: Item) =>
    [user.id, permission, origin.type].join(' '),
  )

test('members are listed with their role, and guests once a space on the site is open to them', async () => {
  const members = ['ada admin', 'cleo create', 'cora comment', 'edda edit', 'rev review', 'rex read']
  expect(await listed()).toEqual(members.map((one) => `${one} organization`))
  const rule = { params: { spaceId: hidden, teamId: 'writers' } }
  await world.send('updateTeamPermissionInSpace', { ...rule, body: { role: 'edit' } })
  expect(await listed({ role: 'guest' })).toEqual(['gus read space'])
  expect(await listed({ role: 'read' })).toEqual(['gus read space', 'rex read organization'])
  expect(await listed({ team: 'writers' })).toEqual(['gus read space'])
  expect(await listed({ team: 'empty' })).toEqual([])
  expect(await listed({ search: 'CLEO@' })).toEqual(['cleo create organization'])
  expect(await listed({ search: '%' })).toEqual([])
  const first = await send({ limit: '1', role: 'read' })
  expect(first.body).toEqual({
    items: [
      {
        permission: 'read',
        user: expect.objectContaining({ id: 'gus', displayName: 'Gus', email: 'gus@example.com' }),
        origin: { type: 'space', space: hidden },
        disabled: false,
        lastSeenAt,
      },
    ],
    next: { page: expect.any(String) },
    count: 2,
  })
  expect(first.body.items[0].user.urls.location).toBe(`${publicUrl}/v1/users/gus`)
  const second = await send({ limit: '1', role: 'read', page: first.body.next.page })
  expect([second.body.items[0].user.id, second.body.next]).toEqual(['rex', undefined])
  expect((await send({ limit: '1', role: 'edit', page: first.body.next.page })).status).toBe(400)
  await world.send('deleteSpaceById', { params: { spaceId: hidden } })
  expect(await listed({ role: 'guest' })).toEqual([])
  expect((await send({}, 'gus')).status).toBe(404)
  await world.send('restoreSpace', { params: { spaceId: hidden } })
  expect((await send({}, 'gus')).status).toBe(403)
})

test('nobody lists the people of a site that they do not manage, or that is another organization’s', async () => {
  for (const as of ['rex', 'rev']) expect((await send({}, as)).status).toBe(403)
  for (const as of ['gina', 'olga', 'dora']) expect((await send({}, as)).status).toBe(404)
  for (const siteId of ['foreign', 'nowhere']) expect((await send({}, 'ada', siteId)).status).toBe(404)
})
