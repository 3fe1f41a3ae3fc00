import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { installationOperations } from '@quire/contracts'
import type { Sql } from '../../src/database.ts'
import { signatureHeaders } from '../../src/integrations/delivery/sign-event.ts'
import { acme, startWorld, type World } from '../world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const main = resolve(import.meta.dirname, '../../src/main.ts')
/** Deliveries of one organization that a process has at the same time. */
const atOnce = 4

let receiver: Receiver
let world: World
beforeAll(async () => {
  receiver = await startReceiver()
  world = await startWorld({ OUTBOUND_ALLOW: receiver.host, SHUTDOWN_GRACE_MS: '200' })
})
afterAll(async () => {
  await world.test.stop()
  receiver.stop()
})

const sql = () => world.test.service.foundation.database.background as unknown as Sql

/** Installs an integration; resolves with its paths and secret once its endpoint has the event of that. */
async function installed() {
  const params = { integrationName: 'hook' }
  const body = { organization: acme, title: 'Hook', description: '', endpoint: receiver.url, scopes: [] }
  await world.send('publishIntegration', { as: 'ada', params, body })
  const { body: made } = await world.send('rotateIntegrationSigningSecret', { as: 'ada', params })
  const { body: one } = await world.send('installIntegration', { as: 'ada', params, body: { organization: acme } })
  await receiver.upTo(1)
  return { params: { ...params, installationId: String(one.id) }, secret: String(made.signingSecret) }
}

const statesOf = async () =>
  (
    await sql().selectFrom('integration_event').select(['id', 'status', 'attempts']).orderBy('created_at').execute()
  ).slice(1)

/** Resolves once all events but that of the installation are delivered. */
async function delivered() {
  for (;;) {
    const states = await statesOf()
    if (states.every(({ status }) => status === 'success')) return states
    await new Promise(setImmediate)
  }
}

test('an event whose process is killed while it delivers comes again, with the same id and a valid signature', async () => {
  const { params, secret } = await installed()
  const process = fork(main, { env: { ...globalThis.process.env, ...world.test.env, NODE_OPTIONS: '' } })
  const [{ port }] = (await once(process, 'message')) as [{ port: number }]
  const release = receiver.hold()
  const change = (call: World['test']['call'], externalId: string) =>
    call(installationOperations.updateIntegrationInstallation, {
      ...{ as: 'ada', params, body: { externalIds: [externalId] } },
    })
  // The process of the test has as many of the organization as it may, so only the other one takes one more.
  for (let at = 0; at < atOnce; at += 1) {
    await change(world.test.call, `${at}`)
    await receiver.upTo(2 + at)
  }
  await change(world.test.callAt(port), 'last')
  await receiver.upTo(2 + atOnce)
  process.kill('SIGKILL')
  await once(process, 'exit')
  const { id } = (await statesOf()).at(-1) ?? {}
  expect(id).toBe(receiver.received.at(-1)?.headers['webhook-id'])
  // The lease of the process that is gone runs out.
  const lost = sql()
    .updateTable('integration_event')
    .set({ claimed_until: new Date(0) })
  await lost.where('id', '=', id ?? '').execute()
  release()
  const states = await delivered()
  expect(states.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 2])
  const messages = receiver.received.slice(1)
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(atOnce + 1)
  const twice = messages.filter(({ headers }) => headers['webhook-id'] === id)
  expect(twice.length).toBe(2)
  for (const { headers, text } of twice) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers).toMatchObject(signatureHeaders({ id: id ?? '', at, body: text, secret }))
  }
}, 60_000)
