import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations, pathParamNames } from '@quire/contracts'
import { rowOf } from './authorization/authorization-table.ts'
import { type Cast, castWorld } from './authorization/cast.ts'
import { tokenFor } from './authorization/request-attempts.ts'
import { type Api, operationOf } from './support/api-client.ts'
import { inPath } from './support/seed.ts'

let api: Api
let cast: Cast
let close: () => Promise<void>
beforeAll(async () => {
  ;({ api, cast, close } = await castWorld())
})
afterAll(() => close())

/** Parameters that do not belong to an organization, because they mean the same everywhere. */
const everywhere = new Set(['token', 'versionToken', 'specSlug', 'pagePath', 'tokenId', 'sessionId', 'emailDomain'])
const mixed = allOperations.flatMap(({ id, path, access }) => {
  // Those of the operator are about all organizations.
  if (access.on === 'operator') return []
  const names = pathParamNames(path).filter((name) => !everywhere.has(name))
  // If no membership is needed, a path may name another organization, but nothing of this one under it.
  const isOpen = access.on === 'public' || access.on === 'user'
  return isOpen && names.length === 1 ? [] : names.map((name) => [id, name] as const)
})

test.each(mixed)('%s does not reach into another organization by its %s', async (id, name) => {
  const sent = await rowOf(id).given?.(cast.stageFor('admin'))
  const params = { ...inPath(id, cast.seeded), ...sent?.params, [name]: inPath(id, cast.foreign)[name] ?? '' }
  const { status, body } = await api.send(id, tokenFor(id, cast.tokens.get('admin') ?? '', cast.seeded), {
    ...sent,
    params,
  })
  const { method, path, page, scim } = operationOf(id)
  // An organization is the parent of everything in it: what is not visible has nothing to delete.
  const isTarget = method === 'DELETE' && path.endsWith(`{${name}}`) && name !== 'organizationId'
  expect(status).toBe(isTarget && !scim ? 204 : 404)
  // Browsers get a page, all others JSON.
  if (status === 404) expect(typeof body).toBe(page ? 'string' : 'object')
})

test('ids of another organization are tried of invite links and SAML providers too, where no token is needed as well', () => {
  const tried = mixed.map(([id, name]) => `${id} ${name}`)
  expect(tried).toEqual(
    expect.arrayContaining([
      'getOrganizationInviteLink inviteId',
      'joinOrganizationWithInvite inviteId',
      'joinOrganizationWithInvite organizationId',
      'getOrganizationSAMLProviderById samlProviderId',
      'getSAMLServiceMetadata samlProviderId',
      'startSAMLSignIn organizationId',
      'startSAMLSignIn samlProviderId',
      'acceptSAMLResponse samlProviderId',
    ]),
  )
})
