import { execFile } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityInternalOperations, identityOperations as operations } from '@quire/contracts'
import { revocationKey, seededKey } from '@quire/kit'
import type { As, ServiceTest } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'
import { readFlags } from '../../src/tokens/flags.ts'
import { issueToken } from '../../src/tokens/issue.ts'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

const create = (body: object, as: As = ada) => identity.call(operations.createAccessToken, { as, body })
const list = (as = ada) => identity.call(operations.listAccessTokensForAuthenticatedUser, { as })
const revoke = (tokenId: string, as = ada) => identity.call(operations.revokeAccessToken, { as, params: { tokenId } })
const keys = () => identity.call(identityInternalOperations.getSigningKeys, { as: { kind: 'service', scope: 'full' } })
const isRevoked = async (id: string) =>
  (await identity.service.foundation.bus.revocations.get(revocationKey('identity.token', id)))?.operation === 'PUT'

async function verify(token: string) {
  const { body } = await keys()
  const kid = jwt.decode(token, { complete: true })?.header.kid
  const jwk: JsonWebKey = body.keys.find((key: { kid: string }) => key.kid === kid)
  return jwt.verify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    algorithms: ['RS256'],
    audience: 'quire-api',
    issuer: 'quire',
  })
}

test('a token verifies with the keys that are served and says whose it is', async () => {
  const { status, body } = await create({ name: 'CI', scope: 'read' })
  expect(status).toBe(201)
  expect(await verify(body.token)).toMatchObject({ sub: ada, jti: body.id, scope: 'read' })
  const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000
  expect(days).toBe(90)
})

test('the secret is shown once: no list has it, and an Idempotency-Key repeats nothing', async () => {
  const headers = { 'Idempotency-Key': 'same' }
  const input = { as: ada, body: { name: 'Once' }, headers }
  const [first, second] = [
    await identity.call(operations.createAccessToken, input),
    await identity.call(operations.createAccessToken, input),
  ]
  expect(second.body.id).not.toBe(first.body.id)
  const listed = (await list()).body.items.find((item: { id: string }) => item.id === first.body.id)
  expect(listed).toEqual({ ...first.body, token: undefined })
})

test.each([
  ['no name', {}],
  ['an expiry in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
  ['an expiry beyond a year', { name: 'x', expiresAt: new Date(Date.now() + 400 * 86_400_000).toISOString() }],
  ['an unknown scope', { name: 'x', scope: 'admin' }],
])('a token with %s is refused', async (_, body) => {
  expect((await create(body)).status).toBe(400)
})

test('a token of one organization makes no token of the whole account', async () => {
  const organizationId = await addOrganization(identity, ada)
  const limited = { userId: ada, kind: 'saml', scope: 'full', organizationId } as const
  expect((await create({ name: 'Escape' }, limited)).status).toBe(403)
})

test('a revoked token is in the bucket before the answer, told, and gone from the list', async () => {
  const { id } = (await create({ name: 'Short' })).body
  const events = await identity.eventsDuring(async () => {
    expect((await revoke(id)).status).toBe(205)
    expect(await isRevoked(id)).toBe(true)
  })
  expect(events).toMatchObject([{ type: 'identity.token.removed.v1', key: id }])
  expect((await list()).body.items.map((item: { id: string }) => item.id)).not.toContain(id)
  expect((await revoke(id)).status).toBe(204)
})

test('a revocation that the bus did not take is not answered as done, and is in force once the bus can take it', async () => {
  const { id } = (await create({ name: 'Unlucky' })).body
  const { bus, revocations } = identity.service.foundation
  await bus.manager.streams.delete(`KV_${bus.stream}_revocations`)
  const { status } = await revoke(id)
  const inForce = await isRevoked(id).catch(() => false)
  // If the bucket is created again before the write, the revocation succeeds.
  expect([status, inForce]).toEqual(inForce ? [205, true] : [503, false])
  for (const key of [revocationKey('identity.token', id), seededKey]) await revocations.learned(key)
})

test('nobody revokes the token of another', async () => {
  const { id } = (await create({ name: 'Mine' })).body
  expect((await revoke(id, await addPerson(identity, 'Eve Other'))).status).toBe(204)
  expect(await isRevoked(id)).toBe(false)
  expect((await list()).body.items.map((item: { id: string }) => item.id)).toContain(id)
})

test('a start copies to an emptied bucket what the tables know, and marks it complete', async () => {
  const { id } = (await create({ name: 'Remembered' })).body
  await revoke(id)
  const { revocations } = identity.service.foundation.bus
  await revocations.delete(revocationKey('identity.token', id))
  await revocations.delete(seededKey)
  await identity.restart()
  expect(await isRevoked(id)).toBe(true)
  expect((await identity.service.foundation.bus.revocations.get(seededKey))?.operation).toBe('PUT')
})

test('keys are for services only, and both keys of a change are served', async () => {
  expect((await identity.call(identityInternalOperations.getSigningKeys, { as: undefined })).status).toBe(401)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const next = join(identity.env.SECRETS_DIR ?? '', 'token-signing-next.pem')
  await writeFile(next, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { body } = await keys()
  const kids = body.keys.map((key: { kid: string }) => key.kid)
  const [{ e, kty, n }] = body.keys
  expect(new Set(kids).size).toBe(2)
  expect(kids[0]).toBe(createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url'))
  expect(Object.keys(body.keys[0])).not.toContain('d')
})

const script = fileURLToPath(new URL('../../src/tokens/command.ts', import.meta.url))
async function run(args: string[], env: NodeJS.ProcessEnv = commandEnv()) {
  // With the latter two it starts as fast as it does in `npm run`.
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env
  const options = { env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, ...env } }
  return promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...args],
    options,
  ).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  )
}
const commandEnv = () => ({ DATABASE_URL_IDENTITY: identity.env.DATABASE_URL, SECRETS_DIR: identity.env.SECRETS_DIR })

test('the command prints one token of a new person, whom the running service makes known', async () => {
  const { code, stdout, stderr } = await run([
    '--email',
    ' Grace@EXAMPLE.com ',
    '--name',
    'Grace Hopper',
    '--expires',
    '1h',
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  const claims = jwt.decode(stdout.trim(), { json: true })
  expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600)
  const person = await identity.call(operations.getAuthenticatedUser, { as: claims?.sub })
  expect(person.body).toMatchObject({ displayName: 'Grace Hopper', email: 'Grace@example.com' })
  const again = await run(['--email', 'grace@example.com', '--name', 'Somebody Else', '--scope', 'read'])
  expect(jwt.decode(again.stdout.trim(), { json: true })).toMatchObject({ sub: claims?.sub, scope: 'read' })
  expect((await list(claims?.sub)).body.items).toHaveLength(2)
})

test('the command finds the running system by its data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-data-'))
  const { DATABASE_URL, SECRETS_DIR } = identity.env
  await writeFile(
    join(folder, 'runtime.json'),
    JSON.stringify({ services: { identity: { env: { DATABASE_URL, SECRETS_DIR } } } }),
  )
  const { code, stdout } = await run(['--email', 'data@example.com', '--name', 'Data'], { DATA_DIR: folder })
  expect([code, stdout.split('.').length]).toEqual([0, 3])
  await rm(folder, { recursive: true })
})

test.each([
  ['no address', ['--name', 'Ada'], '--email'],
  ['a wrong address', ['--email', 'ada', '--name', 'Ada'], '--email'],
  ['a wrong duration', ['--email', 'ada@example.com', '--expires', 'soon'], '--expires'],
  ['a duration without unit', ['--email', 'ada@example.com', '--expires', '5'], '--expires'],
  ['a wrong scope', ['--email', 'ada@example.com', '--scope', 'admin'], '--scope'],
  ['an address that is none', ['--email', 'ada@example.com', '--address', 'here'], '--address'],
  ['an unknown flag', ['--email', 'ada@example.com', '--role', 'admin'], '--role'],
])('the command names the flag at fault for %s', (_, args, word) => {
  expect(() => readFlags(args)).toThrow(word)
})

test('the command notes where a new account was asked for, and leaves that of an older one as it was', async () => {
  const { DATABASE_URL = '', SECRETS_DIR = '' } = identity.env
  const issued = async (name: string, address?: string) => {
    const flags = readFlags(['--email', `${name}@noted.example`, ...(address ? ['--address', address] : [])])
    const { sub } = Object(jwt.decode(await issueToken({ DATABASE_URL, SECRETS_DIR }, flags)))
    const person = sqlOf(identity).selectFrom('user').select('origin').where('id', '=', sub)
    return (await person.executeTakeFirstOrThrow()).origin
  }
  const first = await issued('first', '203.0.113.7')
  expect(first).toMatch(/^[\w-]{22}$/)
  expect(await issued('second', '203.0.113.7')).toBe(first)
  expect(await issued('third', '203.0.113.8')).not.toBe(first)
  expect([await issued('fourth'), await issued('fourth', '203.0.113.7')]).toEqual([null, null])
})

test('a wrong flag is one line on the error stream and nothing on the other', async () => {
  const { code, stdout, stderr } = await run(['--email', 'ada'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^token: --email: .+\n$/)
})

test('the command says in one line that nothing runs', async () => {
  const { code, stderr } = await run(['--email', 'ada@example.com'], { DATA_DIR: '/nowhere' })
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1])
  expect(stderr).toContain('npm start')
})
