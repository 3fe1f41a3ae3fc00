import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rotateKeys, startIdentity } from '@quire/identity'
import type { RunningService } from '@quire/kit'
import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'

let world: World
let replica: RunningService
let gateways: Api[]
let ada: Person

beforeAll(async () => {
  world = await createWorld({ gateways: 2 })
  const { DATABASE_URL } = world.services.identity.foundation.config
  replica = await startIdentity({ ...world.env, DATABASE_URL })
  gateways = world.gateways.map((gateway) => apiOf(gateway))
  ada = await world.person('ada@example.com', 'Ada Lovelace')
})
afterAll(async () => {
  await replica.close()
  await world.close()
})

function inTurn(turn: number): Api {
  const api = gateways[turn % gateways.length]
  if (!api) throw new Error('there is no gateway')
  return api
}

const rotate = (force = false) => {
  const { SECRETS_DIR = '', IDENTITY_URL = '' } = world.env
  return rotateKeys({ SECRETS_DIR, IDENTITY_URL }, { force, report: () => undefined })
}
const kidOf = (token: string) =>
  String(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')).kid)
const use = async (token: string) =>
  Promise.all(gateways.map(async (api) => (await api.send('getAuthenticatedUser', token)).status))
const makeToken = async (turn: number): Promise<string> =>
  (await inTurn(turn).made('createAccessToken', ada.token, { body: { name: 'CI' } })).token

/** Makes tokens, and uses these and earlier ones at both gateways, while the work goes on and once after it. */
async function keepUsing(tokens: string[], work: Promise<unknown>) {
  const seen: { kid: string; statuses: number[] }[] = []
  let over = false
  const done = work.finally(() => {
    over = true
  })
  let isLast = false
  for (let turn = 0; !isLast; turn += 1) {
    isLast = over
    const made = await makeToken(turn)
    for (const token of [made, ...tokens]) seen.push({ kid: kidOf(token), statuses: await use(token) })
  }
  await done
  return seen
}

test('while keys change no valid token is refused at any gateway, whichever key signed it', async () => {
  const old = await makeToken(0)
  const seen = await keepUsing([old, ada.token], rotate())
  expect(seen.filter(({ statuses }) => statuses.some((status) => status !== 200))).toEqual([])
  const made = await makeToken(1)
  expect(kidOf(made)).not.toBe(kidOf(old))
  expect(new Set(seen.map(({ kid }) => kid))).toEqual(new Set([kidOf(old), kidOf(made)]))
})

test('a forced change ends the tokens of the key before at every gateway, and no others', async () => {
  const kept = await makeToken(0)
  await expect(rotate()).rejects.toThrow('--force')
  expect([await use(ada.token), await use(kept)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await rotate(true)
  expect([await use(ada.token), await use(kept)]).toEqual([
    [401, 401],
    [200, 200],
  ])
})
