import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { signatureHeaders } from '../../src/integrations/delivery/sign-event.ts'
import { acme, startWorld, type World } from '../world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
let world: World
let secret: string
const integrationName = 'charts'
const params = { integrationName }
beforeAll(async () => {
  receiver = await startReceiver()
  world = await startWorld({ OUTBOUND_ALLOW: receiver.host })
  const body = {
    organization: acme,
    title: 'Charts',
    description: '',
    scopes: [],
    visibility: 'public',
    target: 'space',
  }
  await world.send('publishIntegration', { as: 'ada', params, body: { ...body, endpoint: receiver.url } })
  secret = (await world.send('rotateIntegrationSigningSecret', { as: 'ada', params })).body.signingSecret
  const installed = await world.send('installIntegration', { as: 'ada', params, body: { organization: acme } })
  const installation = { ...params, installationId: String(installed.body.id) }
  for (const space of ['manual', 'hidden'])
    await world.send('installIntegrationOnSpace', { as: 'ada', params: installation, body: { space } })
  await receiver.upTo(3)
})
afterAll(async () => {
  await world.test.stop()
  receiver.stop()
})

const inSpace = (spaceId: string) => ({ type: 'document', theme: 'light', spaceId, editable: false })
const request = (context: object) => ({ componentId: 'chart', props: { size: 3 }, context })
const render = (context: object, as = 'rex') =>
  world.send('renderIntegrationUIWithPost', { as, params, body: request(context) })
const element = (children: unknown[]) => ({ element: { type: 'block', children }, state: {}, props: {} })
const text = { type: 'text', children: ['A chart of ', { type: 'text', style: 'bold', children: 'zebras' }] }

test('an endpoint renders a component, asked by a signed request with the place and the person', async () => {
  const answer = element([{ type: 'hstack', children: [text, { type: 'divider' }] }])
  receiver.answerWith(200, { ...answer, trace: 'internal' })
  const before = receiver.received.length
  expect(await render(inSpace('manual'))).toMatchObject({ status: 200, body: answer })
  const query = { request: JSON.stringify(request(inSpace('manual'))) }
  const got = await world.send('renderIntegrationUIWithGet', { as: 'rex', params, query })
  expect([got.status, got.body]).toEqual([200, answer])
  const message = receiver.received[before]
  expect(message?.body.event).toMatchObject({
    ...{ type: 'ui_render', componentId: 'chart', props: { size: 3 }, spaceId: 'manual', auth: { userId: 'rex' } },
    context: inSpace('manual'),
  })
  expect(message?.body.environment.spaceInstallation).toMatchObject({ space: 'manual' })
  const at = new Date(Number(message?.headers['webhook-timestamp']) * 1000)
  const id = String(message?.headers['webhook-id'])
  expect(message?.headers).toMatchObject(signatureHeaders({ id, at, body: message?.text ?? '', secret }))
})

test('only who sees the place has something rendered in it', async () => {
  receiver.answerWith(200, { type: 'complete' })
  const before = receiver.received.length
  const status = async (context: object, as: string) => (await render(context, as)).status
  expect(await status(inSpace('hidden'), 'rex')).toBe(404)
  expect(await status(inSpace('guide'), 'rex')).toBe(404)
  expect(await status(inSpace('manual'), 'olga')).toBe(404)
  const account = { type: 'configuration_account', theme: 'dark', organizationId: acme }
  expect([await status(account, 'cleo'), await status(account, 'olga')]).toEqual([403, 404])
  const onSpace = { type: 'configuration_space', theme: 'dark', spaceId: 'manual' }
  expect(await status(onSpace, 'cleo')).toBe(403)
  const { id: siteId } = await world.makeSite()
  expect(await status({ type: 'configuration_site', theme: 'dark', siteId }, 'cleo')).toBe(403)
  expect(receiver.received.length).toBe(before)
  expect([await status(account, 'ada'), await status(onSpace, 'ada'), await status(inSpace('hidden'), 'ada')]).toEqual([
    ...[200, 200, 200],
  ])
})

test.each([
  ['another status', 500, {}],
  ['no element', 200, { element: { type: 'script', code: 'alert(1)' }, state: {}, props: {} }],
  ['an element that is unknown', 200, element([{ type: 'iframe', src: 'https://example.com' }])],
  [
    'a link that runs a script',
    200,
    element([{ type: 'link', target: { url: 'javascript:alert(1)' }, children: 'x' }]),
  ],
  [
    'an action that opens a script',
    200,
    element([{ type: 'button', onPress: { action: '@ui.url.open', url: 'javascript:alert(1)' } }]),
  ],
  ['too many levels', 200, element([nested(80)])],
  ['too much', 200, element([{ ...text, children: 'x'.repeat(300_000) }])],
  ['a list', 200, []],
])('%s is refused as a failure of the endpoint', async (_, status, answer) => {
  receiver.answerWith(status, answer)
  const refused = await render(inSpace('manual'))
  expect([refused.status, refused.body.error.message]).toEqual([503, expect.stringContaining('The endpoint of the')])
})

function nested(levels: number): object {
  return levels === 0 ? text : { type: 'vstack', children: [nested(levels - 1)] }
}

test('many levels of elements are read in time that grows with their number alone', async () => {
  const answer = element([nested(25)])
  receiver.answerWith(200, answer)
  expect((await render(inSpace('manual'))).body).toEqual(answer)
})
