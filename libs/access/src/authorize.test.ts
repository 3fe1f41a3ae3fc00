import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  type AccessRule,
  anyMember,
  anyMemberWithAnyToken,
  collectionRole,
  type Method,
  operatorOnly,
  organizationRole,
  provisioning,
  servicesOnly,
  signedIn,
  spaceRole,
} from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { AccessContext } from './access-context.ts'
import { type AuthorizerOptions, authorizer } from './authorize.ts'
import { createAccessDatabase } from './testing/access-database.ts'
import { stateWriter } from './testing/state-writer.ts'

let database: Awaited<ReturnType<typeof createAccessDatabase>>

beforeAll(async () => {
  database = await createAccessDatabase()
  const write = stateWriter(database.db)
  await write.organizations([
    { id: 'org' },
    { id: 'other' },
    { id: 'strict', sso: true, samlProvider: 'okta' },
    { id: 'stuck', sso: true },
  ])
  await write.members([
    { id: 'm-ada', userId: 'ada', role: 'admin' },
    { id: 'm-eve', userId: 'eve', role: 'edit' },
    { id: 'm-guest', userId: 'guest', role: null },
    { id: 'm-off', userId: 'off', role: 'admin', disabled: true },
    { id: 'm-1-old', userId: 'back', role: 'admin' },
    { id: 'm-2-new', userId: 'back', role: 'read' },
    { id: 'm-zoe', userId: 'zoe', organizationId: 'other', role: 'admin' },
    { id: 'm-strict', userId: 'eve', organizationId: 'strict', role: 'edit' },
    { id: 'm-chief', userId: 'ada', organizationId: 'strict', role: 'admin' },
    { id: 'm-stuck', userId: 'eve', organizationId: 'stuck', role: 'edit' },
  ])
  await write.collections([
    { id: 'open', parentId: null },
    { id: 'closed', parentId: null, defaultLevel: null },
  ])
  await write.spaces([
    { id: 'manual', collectionId: 'open' },
    { id: 'secret', collectionId: 'closed' },
    { id: 'binned', collectionId: 'open', deletedAt: '2026-02-03T04:05:06.007Z' },
  ])
  await write.grants([{ scopeId: 'manual', subjectId: 'm-guest', subjectKind: 'member', role: 'comment' }])
})
afterAll(() => database.close())

const paths = {
  public: '/v1/public',
  user: '/v1/user',
  service: '/internal/feed',
  organization: '/v1/orgs/{organizationId}',
  operator: '/v1/installation/figures',
  space: '/v1/spaces/{spaceId}',
  collection: '/v1/collections/{collectionId}',
  site: '/v1/orgs/{organizationId}/sites/{siteId}',
  integration: '/v1/integrations/{integrationName}',
  installation: '/v1/integrations/{integrationName}/installations/{installationId}',
  provisioning: '/v1/orgs/{organizationId}/scim/v2/Users',
} as const

interface Ask {
  as?: string | Caller
  id?: string
  method?: Method
  path?: `/v1${string}`
  site?: boolean
  options?: Partial<AuthorizerOptions>
}

function ask(access: AccessRule, { as = 'eve', id, method = 'GET', path, site, options }: Ask) {
  const caller: Caller = typeof as === 'string' ? { userId: as, kind: 'user', scope: 'full' } : as
  const operation = {
    id: 'operation',
    owner: 'content' as const,
    method,
    path: path ?? paths[access.on],
    summary: '',
    access,
    replies: {},
    ...(site !== undefined && { site }),
  }
  const organizationId = access.on === 'organization' ? (id ?? 'org') : 'org'
  const params = { organizationId, spaceId: id ?? '', collectionId: id ?? '', siteId: id ?? '' }
  const authorize = authorizer({ revocations: { has: () => false }, publicUrl: 'https://quire.test', ...options })
  return authorize({ operation, caller, params, sql: database.db })
}

/** Returns the status of a refusal, or 200. */
const status = (access: AccessRule, input: Ask) =>
  ask(access, input).then(
    () => 200,
    (error) => error.status,
  )

test('without a person behind the token, what needs one is 401', async () => {
  for (const kind of ['none', 'service'] as const) {
    const as: Caller = { kind, scope: 'full' }
    expect(await status({ on: 'public' }, { as })).toBe(200)
    expect(await status(signedIn, { as })).toBe(401)
    expect(await status(anyMember, { as })).toBe(401)
    expect(await status(spaceRole('read'), { as, id: 'manual' })).toBe(401)
  }
})

test('provisioning is for the tokens of the organization alone, which open nothing else', async () => {
  const as: Caller = { kind: 'scim', scope: 'full', organizationId: 'org' }
  expect(await status(provisioning, { as })).toBe(200)
  expect(await status(provisioning, { as: { ...as, organizationId: 'other' } })).toBe(404)
  expect(await status(provisioning, { as: 'admin' })).toBe(403)
  expect(await status(provisioning, { as: { kind: 'none', scope: 'full' } })).toBe(401)
  for (const rule of [signedIn, anyMember, organizationRole('read')]) expect(await status(rule, { as })).toBe(401)
  expect(await status(spaceRole('read'), { as, id: 'manual' })).toBe(401)
})

test('a person cannot perform what is for services', async () => {
  expect(await status(servicesOnly('ai'), { as: 'ada' })).toBe(401)
  expect(await status(servicesOnly('ai'), { as: { kind: 'service', scope: 'full' } })).toBe(200)
})

test('a token of the installation manages it and nothing else, and nobody else does', async () => {
  const as: Caller = { kind: 'installation', scope: 'full', tokenId: 'tok' }
  expect(await status(operatorOnly, { as })).toBe(200)
  for (const rule of [signedIn, anyMember, organizationRole('admin'), servicesOnly('ai')])
    expect(await status(rule, { as })).toBe(403)
  expect(await status(spaceRole('read'), { as, id: 'manual' })).toBe(403)
  for (const kind of ['none', 'saml', 'site', 'integration', 'service'] as const)
    expect(await status(operatorOnly, { as: { kind, scope: 'full', userId: 'ada' } })).toBe(403)
  expect(await status(operatorOnly, { as: 'ada' })).toBe(403)
})

test('an organization shows itself to members only: strangers and the disabled get 404, weak roles 403', async () => {
  expect(await status(anyMember, { as: 'guest' })).toBe(200)
  expect(await status(organizationRole('read'), { as: 'guest' })).toBe(403)
  expect(await status(organizationRole('edit'), { as: 'eve' })).toBe(200)
  expect(await status(organizationRole('admin'), { as: 'eve' })).toBe(403)
  expect(await status(anyMember, { as: 'zoe' })).toBe(404)
  expect(await status(anyMember, { as: 'off' })).toBe(404)
  expect(await status(anyMember, { as: 'ada', id: 'nowhere' })).toBe(404)
})

test('a space that one may not see is 404, one that one may not change 403', async () => {
  expect(await status(spaceRole('edit'), { as: 'eve', id: 'manual' })).toBe(200)
  expect(await status(spaceRole('create'), { as: 'eve', id: 'manual' })).toBe(403)
  expect(await status(spaceRole('read'), { as: 'eve', id: 'secret' })).toBe(404)
  expect(await status(spaceRole('admin'), { as: 'eve', id: 'secret' })).toBe(404)
  expect(await status(spaceRole('admin'), { as: 'ada', id: 'secret' })).toBe(200)
  expect(await status(spaceRole('comment'), { as: 'guest', id: 'manual' })).toBe(200)
  expect(await status(spaceRole('read'), { as: 'zoe', id: 'manual' })).toBe(404)
  expect(await status(spaceRole('read'), { as: 'off', id: 'manual' })).toBe(404)
  expect(await status(spaceRole('read'), { as: 'ada', id: 'nothing' })).toBe(404)
})

test('a collection follows the same rule', async () => {
  expect(await status(collectionRole('read'), { as: 'eve', id: 'open' })).toBe(200)
  expect(await status(collectionRole('create'), { as: 'eve', id: 'open' })).toBe(403)
  expect(await status(collectionRole('read'), { as: 'eve', id: 'closed' })).toBe(404)
  expect(await status(collectionRole('read'), { as: 'zoe', id: 'open' })).toBe(404)
})

test('a deleted space is gone for every operation but those that restore', async () => {
  const restore = { allowDeleted: ['operation'] }
  expect(await status(spaceRole('create'), { as: 'ada', id: 'binned' })).toBe(404)
  expect(await status(spaceRole('create'), { as: 'ada', id: 'binned', options: restore })).toBe(200)
  expect(await status(spaceRole('create'), { as: 'eve', id: 'binned', options: restore })).toBe(403)
})

test('deleting what one cannot see has no effect and no error; what one sees but may not delete is 403', async () => {
  const method = 'DELETE'
  for (const id of ['secret', 'nothing', 'binned']) {
    expect((await ask(spaceRole('create'), { id, method })).isUnknown).toBe(true)
  }
  expect((await ask(collectionRole('create'), { id: 'closed', method })).isUnknown).toBe(true)
  expect((await ask(spaceRole('create'), { as: 'ada', id: 'secret', method })).isUnknown).toBe(false)
  expect(await status(spaceRole('create'), { id: 'manual', method })).toBe(403)
})

test('deleting inside a space that one cannot see is 404, so that nothing is told about its contents', async () => {
  const path = '/v1/spaces/{spaceId}/comments/{commentId}'
  expect(await status(spaceRole('comment'), { id: 'secret', method: 'DELETE', path })).toBe(404)
})

test('a revoked membership counts no more before its row is gone, and the newer one takes over', async () => {
  const options = { revocations: { has: (noun: string, key: string) => noun === 'identity.member' && key === 'm-eve' } }
  expect(await status(anyMember, { as: 'eve', options })).toBe(404)
  expect(await status(spaceRole('read'), { as: 'eve', id: 'manual', options })).toBe(404)
  expect((await ask(anyMember, { as: 'back' })).member).toMatchObject({ id: 'm-2-new', role: 'read' })
  expect((await ask(spaceRole('read'), { as: 'back', id: 'manual' })).level).toBe('read')
})

test('a token that is good in one organization opens no other', async () => {
  const as = { userId: 'ada', kind: 'saml', scope: 'full', organizationId: 'strict' } as const
  expect(await status(anyMember, { as, id: 'org' })).toBe(404)
  expect(await status(spaceRole('read'), { as, id: 'manual' })).toBe(404)
  expect(await status(collectionRole('read'), { as, id: 'open' })).toBe(404)
  expect(await status(anyMember, { as, id: 'strict' })).toBe(200)
})

test('single sign-on is demanded of everyone but the admins who would have to repair it', async () => {
  const saml = { userId: 'eve', kind: 'saml', scope: 'full', organizationId: 'strict' } as const
  expect(await status(anyMember, { as: 'eve', id: 'strict' })).toBe(403)
  expect(await status(anyMember, { as: saml, id: 'strict' })).toBe(200)
  expect(await status(anyMember, { as: 'ada', id: 'strict' })).toBe(200)
  expect(await status(anyMemberWithAnyToken, { as: 'eve', id: 'strict' })).toBe(200)
})

test('who must sign in elsewhere is told where, or whom to ask', async () => {
  const startURL = 'https://quire.test/v1/orgs/strict/saml/okta/start'
  await expect(ask(anyMember, { as: 'eve', id: 'strict' })).rejects.toThrow(startURL)
  await expect(ask(anyMember, { as: 'eve', id: 'stuck' })).rejects.toThrow('ask an administrator')
})

const visit = { siteId: 'site', generation: 1, issuedAt: 0, claims: {} }
const visitor: Caller = { kind: 'site', scope: 'read', organizationId: 'org', visit }

test("a site's token reads the spaces it opens, where the operation allows it, and nothing else", async () => {
  const as = visitor
  const visitorSpace = async ({ params }: AccessContext) =>
    params.spaceId === 'secret' ? { organizationId: 'org' } : undefined
  const options = { visitorSpace }
  const access = await ask(spaceRole('read'), { as, id: 'secret', site: true, options })
  expect([access.level, access.space.id]).toEqual(['read', 'secret'])
  expect(await status(spaceRole('edit'), { as, id: 'secret', site: true, options })).toBe(403)
  expect(await status(spaceRole('read'), { as, id: 'manual', site: true, options })).toBe(404)
  expect(await status(spaceRole('read'), { as, id: 'secret', site: true })).toBe(404)
  expect(await status(spaceRole('read'), { as, id: 'secret', options })).toBe(403)
  const elsewhere = { visitorSpace: async () => ({ organizationId: 'other' }) }
  expect(await status(spaceRole('read'), { as, id: 'secret', site: true, options: elsewhere })).toBe(404)
  expect(await status(signedIn, { as, options })).toBe(403)
  expect(await status({ on: 'public' }, { as, options })).toBe(200)
})

test("a site's token reads its own site, in the organization it was made in", async () => {
  const options = { visitorSite: async () => ({ siteSpaceIds: ['one'] }) }
  const rule = { on: 'site', role: 'read' } as const
  const read = (as: Caller, id = 'site', role: 'read' | 'create' = 'read') =>
    status({ ...rule, role }, { as, id, site: true, options })
  expect(await read(visitor)).toBe(200)
  expect(await read(visitor, 'another')).toBe(404)
  expect(await read({ ...visitor, organizationId: 'other' })).toBe(404)
  expect(await read(visitor, 'site', 'create')).toBe(403)
  expect(await status(rule, { as: visitor, id: 'site', options })).toBe(403)
  expect(await status(rule, { as: visitor, id: 'site', site: true })).toBe(404)
})

test('the level on a site is what its owner says, after the membership', async () => {
  const rule = { on: 'site', role: 'create' } as const
  const level = (one: 'none' | 'read' | 'create' | undefined) => ({ siteLevel: async () => one })
  expect(await status(rule, { id: 'site', options: level('create') })).toBe(200)
  expect(await status(rule, { id: 'site', options: level('read') })).toBe(403)
  expect(await status(rule, { id: 'site', options: level('none') })).toBe(404)
  expect(await status(rule, { id: 'site', options: level(undefined) })).toBe(404)
  expect(await status(rule, { as: 'zoe', id: 'site', options: level('create') })).toBe(404)
})

test('handlers get what the rule found, and reading anything else is a bug', async () => {
  const access = await ask(spaceRole('read'), { as: 'guest', id: 'manual' })
  expect(access.space).toEqual({ id: 'manual', organizationId: 'org', collectionId: 'open', isDeleted: false })
  expect(access.member).toMatchObject({ id: 'm-guest', role: null, organizationId: 'org' })
  expect(access.level).toBe('comment')
  expect(() => access.collection).toThrow('gives no collection')
})
