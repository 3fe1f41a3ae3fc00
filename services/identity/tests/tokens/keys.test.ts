import { execFile } from 'node:child_process'
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import {
  identityInternalOperations,
  type KeyHolder,
  KeyRoll,
  keyRollSubject,
  identityOperations as operations,
} from '@quire/contracts'
import { newId, type RunningService } from '@quire/kit'
import { rsaKey } from '@quire/secrets'
import type { ServiceTest } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'
import { rotateKeys, startIdentity as startService } from '../../src/app.ts'
import { addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let replica: RunningService
let ada: string
let gateway: FakeGateway
/** Generating a key takes long, so all tests begin with the same one. */
const firstKey = rsaKey()

beforeAll(async () => {
  identity = await startIdentity()
  replica = await startService(identity.env)
  ada = await addPerson(identity, 'Ada Lovelace')
})
beforeEach(async () => {
  for (const name of readdirSync(folder())) if (name.startsWith('token-signing')) rmSync(fileOf(name))
  writeFileSync(fileOf('token-signing.pem'), firstKey)
  expect(await published()).toHaveLength(1)
  gateway = answerAsGateway()
})
afterEach(() => gateway.close())
afterAll(async () => {
  await replica.close()
  await identity.stop()
})

const folder = () => identity.env.SECRETS_DIR ?? ''
const fileOf = (name: string) => join(folder(), name)
const commandEnv = () => ({ SECRETS_DIR: folder(), IDENTITY_URL: `http://127.0.0.1:${identity.service.port}` })
const hourMs = 3600_000

/** Rotates; returns the command's output and its error. */
async function rotate(options: { force?: boolean } = {}) {
  const lines: string[] = []
  const problem = await rotateKeys(commandEnv(), { ...options, report: (line) => lines.push(line) }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { text: lines.join('\n'), problem }
}

type FakeGateway = ReturnType<typeof answerAsGateway>

/** Answers roll calls like a gateway. It has the published keys, unless a test overrides them. */
function answerAsGateway() {
  const { bus } = identity.service.foundation
  const gateway = { id: newId(), asked: 0, has: (published: string[]) => published, peers: [] as string[] }
  const subscription = bus.connection.subscribe(bus.subject(keyRollSubject), {
    callback: (_, message) => {
      gateway.asked += 1
      const kids = gateway.has(KeyRoll.parse(message.json()).kids)
      const holder: KeyHolder = { id: gateway.id, role: 'gateway', kids, peers: gateway.peers }
      message.respond(JSON.stringify(holder))
    },
  })
  return Object.assign(gateway, { close: () => subscription.unsubscribe() })
}

interface MadeToken {
  id: string
  token: string
}

async function makeToken(): Promise<MadeToken> {
  const { status, body } = await identity.call(operations.createAccessToken, { as: ada, body: { name: 'CI' } })
  expect(status).toBe(201)
  return body
}

const kidOf = (token: string) => String(jwt.decode(token, { complete: true })?.header.kid)

const service = { kind: 'service', scope: 'full' } as const

async function published(): Promise<(JsonWebKey & { kid: string })[]> {
  return (await identity.call(identityInternalOperations.getSigningKeys, { as: service })).body.keys
}

async function replicas(): Promise<KeyHolder[]> {
  const { body } = await identity.call(identityInternalOperations.listKeyHolders, { as: service })
  return body.holders.filter(({ role }: KeyHolder) => role === 'identity')
}

/** Throws if no published key verifies the token. */
async function verify({ token }: MadeToken) {
  const jwk = (await published()).find(({ kid }) => kid === kidOf(token))
  if (!jwk) throw new Error('no such key')
  jwt.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), { algorithms: ['RS256'] })
}

test('a rotation makes every replica sign with a new key, and tokens of the old one stay good', async () => {
  const old = await makeToken()
  const { text, problem } = await rotate()
  expect(problem).toBeUndefined()
  const made = await makeToken()
  expect(kidOf(made.token)).not.toBe(kidOf(old.token))
  await verify(old)
  await verify(made)
  const signs = (await replicas()).map((one) => one.signs)
  expect(signs).toEqual([kidOf(made.token), kidOf(made.token)])
  expect(text).toContain(`Published the new key ${kidOf(made.token)}`)
  expect(text).toContain('1 of 1 gateways and 2 of 2 replicas of identity have the new key.')
})

test('key files are for their owner only, and nothing else is left in the folder, nor of a run that was killed', async () => {
  writeFileSync(fileOf('token-signing-next.pem.4711.new'), rsaKey())
  await rotate()
  const names = readdirSync(folder()).filter((name) => name.startsWith('token-signing'))
  expect(names.sort()).toEqual(['token-signing-previous.pem', 'token-signing.pem'])
  for (const name of names) expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600)
})

test('the new key is not used before every gateway has it, nor while one that others hear is silent', async () => {
  const absent = newId()
  gateway.peers = [absent]
  const [only] = await published()
  let keyInUse = ''
  gateway.has = (kids) => {
    // Up to the third roll call no process has used the new key.
    if (gateway.asked < 3) return kids.slice(0, 1)
    keyInUse ||= readFileSync(fileOf('token-signing.pem'), 'utf8')
    if (gateway.asked > 3) gateway.peers = []
    return kids
  }
  const before = readFileSync(fileOf('token-signing.pem'), 'utf8')
  const { text, problem } = await rotate()
  expect(problem).toBeUndefined()
  expect(keyInUse).toBe(before)
  expect(text).toContain('0 of 2 gateways and 2 of 2 replicas of identity have the new key.')
  expect(text).toContain('1 of 2 gateways and 2 of 2 replicas of identity have the new key.')
  expect((await published()).map(({ kid }) => kid)).toContain(only?.kid)
})

test('a rotation that is interrupted after any step leaves a system that signs and verifies, and is completed', async () => {
  const { lines } = await interrupted(Number.POSITIVE_INFINITY)
  const first = await makeToken()
  // The last line reports that the rotation is complete.
  for (let step = 1; step < lines; step += 1) {
    rmSync(fileOf('token-signing-previous.pem'), { force: true })
    rmSync(fileOf('token-signing-next.pem'), { force: true })
    const old = await makeToken()
    expect((await interrupted(step)).problem).toBe('killed')
    const during = await makeToken()
    await verify(old)
    await verify(during)
    expect((await published()).length).toBe(2)
    expect((await rotate()).problem).toBeUndefined()
    const made = await makeToken()
    expect(kidOf(made.token)).not.toBe(kidOf(old.token))
    for (const one of [old, during, made]) await verify(one)
  }
  await expect(verify(first)).rejects.toThrow('no such key')
  // Each step waits for the disk, which other suites keep busy.
}, 180_000)

/** Runs a rotation that is killed at its n-th line; returns the number of `lines`. */
async function interrupted(at: number) {
  let lines = 0
  const report = () => {
    lines += 1
    if (lines === at) throw new Error('killed')
  }
  const problem = await rotateKeys(commandEnv(), { report }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { lines, problem }
}

test('a rotation killed between keeping the old key and using the new one is completed', async () => {
  const old = await makeToken()
  writeFileSync(fileOf('token-signing-next.pem'), rsaKey())
  copyFileSync(fileOf('token-signing.pem'), fileOf('token-signing-previous.pem'))
  await verify(await makeToken())
  expect((await rotate()).problem).toBeUndefined()
  expect(kidOf((await makeToken()).token)).not.toBe(kidOf(old.token))
  await verify(old)
})

test('a previous key is not dropped while a token it signed is good: it says how many and until when', async () => {
  const old = await makeToken()
  await rotate()
  const files = readdirSync(folder()).map((name) => readFileSync(fileOf(name), 'utf8'))
  const { problem } = await rotate()
  expect(problem).toMatch(/good until \d{4}-\d\d-\d\dT[\d:.]+Z \(\d+ access tokens?\): .*--force/)
  expect(readdirSync(folder()).map((name) => readFileSync(fileOf(name), 'utf8'))).toEqual(files)
  await verify(old)
})

const keyEvents = () =>
  sqlOf(identity)
    .selectFrom('audit_event')
    .select(['action', 'organization_id', 'actor_id', 'target_type', 'target_id', 'payload'])
    .where('action', '=', 'rotateAccessKeys')
    .orderBy('at')
    .execute()

test('each change of a key that was in use is an audit event of the installation, which has the key and whether it was forced', async () => {
  const [before, first] = [(await keyEvents()).length, kidOf((await makeToken()).token)]
  await rotate()
  const second = kidOf((await makeToken()).token)
  // Refused, since the tokens of the first key are good.
  await rotate()
  await rotate({ force: true })
  const third = kidOf((await makeToken()).token)
  const event = (kid: string, change: string, force: boolean) => ({
    ...{ action: 'rotateAccessKeys', organization_id: null, actor_id: 'command line' },
    ...{ target_type: 'access-key', target_id: kid, payload: { values: { change, force } } },
  })
  expect((await keyEvents()).slice(before)).toEqual([
    event(second, 'use', false),
    event(first, 'drop', true),
    event(third, 'use', true),
  ])
})

test('forced, it drops the previous key, says how many tokens that ends, and they end', async () => {
  const old = await makeToken()
  await rotate()
  const retained = await makeToken()
  const counted = (await identity.call(operations.listAccessTokensForAuthenticatedUser, { as: ada })).body.count
  const { text, problem } = await rotate({ force: true })
  expect(problem).toBeUndefined()
  const ended = Number(/Dropping the previous key ends (\d+) access tokens?\./.exec(text)?.[1])
  // Tokens are counted by date, to the second. The newest may count as an old one, but never the other way round.
  expect([counted - 1, counted]).toContain(ended)
  await expect(verify(old)).rejects.toThrow('no such key')
  await verify(retained)
  expect(await published()).toHaveLength(2)
})

test('a previous key whose tokens have all expired makes room by itself, once its visitors’ claims have too', async () => {
  await rotate()
  const file = fileOf('token-signing-previous.pem')
  const signedUntil = (agoMs: number) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*\n/, `Signed until: ${new Date(agoMs).toISOString()}\n`))
  // Earlier than any token of this test.
  signedUntil(Date.now() - hourMs / 2)
  expect((await rotate()).problem).toContain('(0 access tokens)')
  signedUntil(Date.now() - 2 * hourMs)
  const { text, problem } = await rotate()
  expect([problem, text.includes('Dropping')]).toEqual([undefined, false])
  expect(await published()).toHaveLength(2)
})

test('a revoked token does not keep its key', async () => {
  const everything = () => identity.call(operations.listAccessTokensForAuthenticatedUser, { as: ada })
  await makeToken()
  await rotate()
  for (const { id } of (await everything()).body.items)
    await identity.call(operations.revokeAccessToken, { as: ada, params: { tokenId: id } })
  expect((await rotate()).problem).toContain('(0 access tokens)')
})

test('a key that comes into use again is dated anew when it goes', async () => {
  await rotate()
  renameSync(fileOf('token-signing-previous.pem'), fileOf('token-signing.pem'))
  await rotate()
  const before = /^Signed until: (.*)$/m.exec(readFileSync(fileOf('token-signing-previous.pem'), 'utf8'))?.[1] ?? ''
  expect(Date.parse(before)).toBeGreaterThan(Date.now() - hourMs)
  expect(readFileSync(fileOf('token-signing.pem'), 'utf8')).toMatch(/^-----BEGIN/)
  expect((await rotate()).problem).toContain('--force')
})

test('a key file that cannot be used leaves the keys from before, and is taken once it can', async () => {
  const before = await published()
  const text = readFileSync(fileOf('token-signing.pem'), 'utf8')
  writeFileSync(fileOf('token-signing.pem'), text.slice(0, text.length / 2))
  expect(await published()).toEqual(before)
  await verify(await makeToken())
  writeFileSync(fileOf('token-signing.pem'), rsaKey())
  expect((await published())[0]?.kid).not.toBe(before[0]?.kid)
})

test('a token signed before a change of the files was noticed is good', async () => {
  const [before] = await published()
  renameSync(fileOf('token-signing.pem'), fileOf('token-signing-previous.pem'))
  writeFileSync(fileOf('token-signing.pem'), rsaKey())
  const made = await makeToken()
  await verify(made)
  expect((await published()).map(({ kid }) => kid)).toContain(before?.kid)
})

const script = fileURLToPath(new URL('../../src/tokens/rotate.ts', import.meta.url))
// With the latter two it starts as fast as it does in `npm run`.
const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env
const run = (args: string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

test('the command finds the running system by its data folder, and says each step in a line', async () => {
  const env = { SECRETS_DIR: folder(), IDENTITY_URL: commandEnv().IDENTITY_URL }
  writeFileSync(fileOf('runtime.json'), JSON.stringify({ services: { identity: { env } } }))
  const { code, stdout, stderr } = await run([], { DATA_DIR: folder() })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toHaveLength(5)
  const again = await run(['--force'], env)
  expect([again.code, again.stderr]).toEqual([0, ''])
  rmSync(fileOf('runtime.json'))
})

test.each([
  ['nothing runs', [], { DATA_DIR: '/nowhere' }, 'npm start'],
  ['identity is away', [], { IDENTITY_URL: 'http://127.0.0.1:9' }, 'run the command again'],
  ['a flag is unknown', ['--now'], {}, '--now'],
])('the command says in one line on the error stream that %s', async (_, args, env, word) => {
  const named = 'DATA_DIR' in env ? env : { SECRETS_DIR: folder(), ...env }
  const { code, stdout, stderr } = await run(args, named)
  expect([code, stdout.includes('It is the key in use'), stderr.trimEnd().split('\n').length]).toEqual([1, false, 1])
  expect(stderr).toMatch(/^rotate-keys: /)
  expect(stderr).toContain(word)
})
