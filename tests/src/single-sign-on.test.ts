import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { createWorld, type World } from '@quire/world'
import { rowOf } from './authorization/authorization-table.ts'
import { type Cast, castOf } from './authorization/cast.ts'
import { type Api, apiOf } from './support/api-client.ts'
import { inPath } from './support/seed.ts'

let world: World
let api: Api
let cast: Cast
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  cast = await castOf(world, api)
  const sent = { params: cast.seeded, body: { sso: true } }
  await api.made('updateOrganizationById', cast.tokens.get('admin') ?? '', sent)
})
afterAll(() => world.close())

/** Rules that admit no person, whatever they signed in through. */
const ofNobody = ['operator', 'provisioning']
const inOrganizations = ['organizationId', 'spaceId', 'collectionId', 'siteId']
const ofOrganizations = allOperations.filter(
  ({ path, access }) => !ofNobody.includes(access.on) && inOrganizations.some((name) => path.includes(`{${name}}`)),
)
const asMember = ofOrganizations.filter(({ access }) => access.on !== 'public' && access.on !== 'user')

/** The answer to the creator, who may most except administrators, with an ordinary token. */
async function answerTo(id: string) {
  const { params, ...sent } = (await rowOf(id).given?.(cast.stageFor('creator'))) ?? {}
  return api.send(id, cast.tokens.get('creator'), { ...sent, params: { ...inPath(id, cast.seeded), ...params } })
}

test('every operation asks for a membership, and so for single sign-on, unless it joins or signs in', () => {
  expect(ofOrganizations.filter((one) => !asMember.includes(one)).map(({ id }) => id)).toEqual([
    'joinOrganizationWithInvite',
    'joinOrganization',
    'getSAMLServiceMetadata',
    'startSAMLSignIn',
    'acceptSAMLResponse',
    // Their callers prove themselves by a signature and by a key.
    'receiveGitWebhook',
    'adsUpdateSite',
  ])
})

const closed = asMember.filter(({ access }) => !(access.on === 'organization' && access.anySignOn)).map(({ id }) => id)

test.each(closed)('%s sends who did not sign in through the organization there', async (id) => {
  const { status, body } = await answerTo(id)
  const { organizationId, samlProviderId } = cast.seeded
  const startURL = `http://quire.test/v1/orgs/${organizationId}/saml/${samlProviderId}/start`
  expect([status, body?.error?.message]).toEqual([403, expect.stringContaining(startURL)])
})

test('where to sign in is told to whoever is a member', async () => {
  const open = asMember.filter(({ id }) => !closed.includes(id)).map(({ id }) => id)
  expect(open).toEqual(['listSSOProviderLoginsInOrganization'])
  const { status, body } = await answerTo('listSSOProviderLoginsInOrganization')
  expect([status, body.items]).toEqual([
    200,
    expect.arrayContaining([expect.objectContaining({ id: cast.seeded.samlProviderId })]),
  ])
})
