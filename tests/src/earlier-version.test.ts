import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { createWorld } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { bring, installationOf } from './support/backups.ts'

/** Made by `npm run backup` of 0.1.0: the demo, with a team, an invited person, a change request and two comments. */
const backup = fileURLToPath(new URL('../fixtures/quire-0.1.0.backup', import.meta.url))

test('an installation of 0.1.0 is taken over: what it had is there, for those who had it, and goes on changing', async () => {
  const world = await createWorld({
    prepare: async (environments) => {
      await bring(await installationOf(environments), backup, { passphrase: 'fixture' })
    },
  })
  try {
    const gateway = world.gateways[0] ?? ''
    const { send, made } = apiOf(gateway)
    const { token } = await world.person('ada@example.com', 'Ada Lovelace')
    const items = async (operation: string, params: Record<string, string>, query = {}) =>
      (await made(operation, token, { params, query })).items
    const [organization] = await items('listOrganizationsForAuthenticatedUser', {})
    const organizationId = organization.id
    const [space] = await items('listSpacesInOrganizationById', { organizationId })
    const spaceId = space.id
    expect([organization.title, space.title]).toEqual(['Quire demo', 'Handbook'])
    const [change] = await items('listChangeRequestsForSpace', { spaceId }, { status: 'draft' })
    const changeRequestId = change.id
    expect(change).toMatchObject({
      subject: 'Oil more often',
      status: 'draft',
      comments: 1,
    })
    const [comment] = await items('listCommentsInSpace', { spaceId })
    expect(comment.body.markdown).toBe('A first word.')
    const [team] = await items('listTeamsInOrganizationById', { organizationId })
    expect(team.title).toBe('Keepers')
    const [site] = await items('listSites', { organizationId })
    const visit = await fetch(`${gateway}/sites/quire`)
    expect([site.title, visit.status]).toEqual(['Quire', 200])
    const changes = [{ operation: 'insert_page', title: 'Taken over', document: { markdown: 'By a later version.' } }]
    const params = { spaceId, changeRequestId }
    await made('updateChangeRequestContent', token, { params, query: { compat: 'false' }, body: { changes } })
    await made('mergeChangeRequest', token, { params })
    const page = await send('getPageByPath', token, { params: { spaceId, pagePath: 'taken-over' } })
    expect([page.status, page.body.title]).toEqual([200, 'Taken over'])
    const query = { query: 'later version' }
    const found = await made('searchOrganizationContent', token, { params: { organizationId }, query })
    expect(found.items.map(({ title }: { title: string }) => title)).toEqual(['Handbook'])
    const stranger = (await world.person('eve@example.com', 'Eve')).token
    expect((await send('getSpaceById', stranger, { params: { spaceId } })).status).toBe(404)
  } finally {
    await world.close()
  }
})
