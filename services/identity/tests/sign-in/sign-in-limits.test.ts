import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServiceTest } from '@quire/world/service-test'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addPerson, startIdentity } from '../support.ts'
import { nobodyAt, openSignIn } from './sign-in.fixture.ts'

const ofNetwork = 7
const ofWider = 4 * ofNetwork

let server: MailServer
let identity: ServiceTest
beforeAll(async () => {
  server = await startMailServer()
  identity = await startIdentity({ SMTP_URL: server.url, SIGN_IN_MAILS_PER_HOUR_OF_NETWORK: String(ofNetwork) })
})
afterAll(async () => {
  await identity?.stop()
  await server?.stop()
})

const { ask, askAndReceive, useCode } = openSignIn(
  () => identity,
  () => server,
)

/** A browser in one of the 256 networks of a customer of IPv6. */
const inNetwork = (customer: string, network: number) => nobodyAt(`2001:db8:${customer}:${network.toString(16)}00::/56`)

let strangers = 0
function stranger() {
  strangers += 1
  return `stranger${strangers}@nowhere.example`
}

/** Asks for mails, and tries five wrong codes for each, from another address if one is given. */
async function guess(mails: number, asker: ReturnType<typeof nobodyAt>, guesser = asker) {
  const statuses: number[] = []
  for (let mail = 0; mail < mails; mail += 1) {
    const { id } = (await ask(stranger(), asker)).body
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await useCode(id, 'no code', guesser)).status)
  }
  return statuses
}

test('all networks of one customer of IPv6 get as many mails as four networks, and others as many as before', async () => {
  const statuses: number[] = []
  for (let network = 0; network <= ofWider; network += 1)
    statuses.push((await ask(stranger(), inNetwork('1', network))).status)
  expect(statuses).toEqual([...Array(ofWider).fill(201), 429])
  expect((await ask(stranger(), inNetwork('2', 0))).status).toBe(201)
  expect((await ask(stranger(), nobodyAt('203.0.113.1'))).status).toBe(201)
})

test('one customer of IPv6 cannot use up the mails of an address', async () => {
  const statuses: number[] = []
  for (let network = 0; network < 8; network += 1)
    statuses.push((await ask('victim@nowhere.example', inNetwork('3', network))).status)
  expect(statuses).toEqual([...Array(7).fill(201), 429])
  expect((await ask('victim@nowhere.example', nobodyAt('203.0.113.3'))).status).toBe(201)
})

test('wrong codes of one customer of IPv6 end the codes of that customer, and nobody else’s', async () => {
  const people = ['near@example.com', 'far@example.com']
  for (const email of people) await addPerson(identity, email)
  const near = await askAndReceive('near@example.com', inNetwork('4', 99))
  const far = await askAndReceive('far@example.com', nobodyAt('203.0.113.4'))
  for (let network = 0; network < 4; network += 1)
    expect(new Set(await guess(6, inNetwork('4', network)))).toEqual(new Set([400]))
  const refused = [await useCode(near.id, near.code, inNetwork('4', 99)), await useCode(near.id, near.code)]
  expect(refused.map(({ status }) => status)).toEqual([429, 429])
  expect((await useCode(far.id, far.code, nobodyAt('203.0.113.4'))).status).toBe(201)
})

test('wrong codes count for the network that asked for the mail, also if they are tried elsewhere', async () => {
  const statuses = await guess(7, nobodyAt('203.0.113.5'), nobodyAt('203.0.113.6'))
  expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)])
})
