import { afterAll, afterEach, expect, test } from '@jest/globals'
import { member, organization, user } from '@quire/contracts'
import { startGitWorld } from '../support/git-world.ts'
import { until } from '../support/until.ts'
import { acme } from '../world.ts'

const { server, world, stop } = await startGitWorld()
afterAll(stop)

let version = 1
/** Publishes what identity says of cleo, who may create in the space, and of the organization. */
async function say({ disabled = false, sso = false, lastSeenAt = null as string | null }): Promise<void> {
  version += 1
  const membership = { id: 'm-cleo', organizationId: acme, userId: 'cleo', role: 'create' as const }
  await world.publishState(user, { id: 'cleo', displayName: 'Cleo', email: 'cleo@example.com', version, disabled })
  await world.publishState(member, { ...membership, version, lastSeenAt })
  await world.publishState(organization, { id: acme, version, sso, samlProvider: sso ? 'okta' : null })
  await world.test.settled()
}
afterEach(() => say({}))

/**
 * Sets up a synchronization as cleo, by a token of this kind; returns the function that has both sides looked at, and
 * resolves once the synchronization says this, or no error. Polls with requests, each of which takes its time.
 */
async function synchronized(kind: 'user' | 'saml') {
  const repository = await server.repository()
  await repository.commit({ 'README.md': '# Home\n\nOne.\n' })
  const { id } = await world.makeSpace()
  const params = { spaceId: id }
  const get = async () => (await world.send('getSpaceGitSync', { params })).body
  const { status } = await world.send('setSpaceGitSync', {
    as: { userId: 'cleo', kind, scope: 'full', ...(kind === 'saml' && { organizationId: acme }) },
    params,
    body: { url: repository.url, ref: 'main', host: 'other', direction: 'import' },
  })
  expect(status).toBe(200)
  await until(async () => (await get()).commit === (await repository.head()))
  return async (wanted: string | undefined): Promise<void> => {
    await world.send('runSpaceGitSync', { params })
    await until(async () => {
      const { error } = await get()
      return wanted === undefined ? error === undefined : error?.includes(wanted)
    })
  }
}

const unseen = 'has not signed in through single sign-on for 30 days'
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString()

test('nothing goes on in the name of a person whom the operator has disabled, until they are enabled', async () => {
  const says = await synchronized('user')
  await say({ disabled: true })
  await says('may not sign in here any more')
  await say({})
  await says(undefined)
})

test('where single sign-on is demanded, it goes on while the person signs in', async () => {
  const says = await synchronized('saml')
  // Nobody has signed in who came by a link of an administrator.
  await say({ sso: true })
  await says(unseen)
  await say({ sso: true, lastSeenAt: daysAgo(29) })
  await says(undefined)
  await say({ sso: true, lastSeenAt: daysAgo(31) })
  await says(unseen)
})
