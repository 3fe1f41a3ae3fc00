import { jest } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { AnswerOptions, Claims, TestIdentityProvider } from '@quire/world/identity-provider'
import type { Answer, ServiceTest } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'

/** A caller without a token. */
export const nobody = { kind: 'none', scope: 'full' } as const
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

export interface Sso {
  identity: ServiceTest
  organizationId: string
  id: string
  idp: TestIdentityProvider
}

interface NewProvider {
  admin: string
  organizationId: string
  idp: TestIdentityProvider
  /** Settings in addition to those of the provider itself. */
  settings?: object
}

/** Adds the provider to the organization, as its administrator. */
export async function addProvider(
  identity: ServiceTest,
  { admin, organizationId, idp, settings }: NewProvider,
): Promise<Sso> {
  const { body } = await identity.call(operations.createOrganizationSAMLProvider, {
    as: admin,
    params: { organizationId },
    body: { label: 'Single', ...idp.settings, ...settings },
  })
  return { identity, organizationId, id: body.id, idp }
}

/** A browser that signs in through one provider, from an address that the gateway passes on if it is given. */
export function browserAt({ identity, organizationId, id, idp }: Sso, address?: string) {
  const params = { organizationId, samlProviderId: id }
  const start = () => identity.call(operations.startSAMLSignIn, { as: nobody, params })
  const metadata = async (): Promise<string> =>
    (await identity.call(operations.getSAMLServiceMetadata, { as: nobody, params })).body

  /** Returns the provider's response to a new request, in base64. */
  async function answer(claims: Claims, manner?: AnswerOptions): Promise<string> {
    return idp.answer(addressOn(await start()), await metadata(), claims, manner)
  }

  function post(SAMLResponse: string, more: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams({ SAMLResponse, ...more }).toString()
    return identity.call(operations.acceptSAMLResponse, { as: { ...nobody, address }, params, body, headers: form })
  }

  const signIn = async (claims: Claims, manner?: AnswerOptions) => post(await answer(claims, manner))

  return { start, metadata, answer, post, signIn, code: async (claims: Claims) => codeOn(await signIn(claims)) }
}

/** Returns the address to which the first page of a sign-in leads. */
export function addressOn({ body }: Pick<Answer, 'body'>): string {
  const [, address = ''] = String(body).match(/<a href="([^"]+)"/) ?? []
  return address.replaceAll('&amp;', '&')
}

/** Returns the code on the page of a sign-in. */
export function codeOn({ body }: Answer): string {
  const [, code] = String(body).match(/Your code is ([\w-]+)\./) ?? []
  if (code === undefined) throw new Error(`there is no code on the page: ${body}`)
  return code
}

export const exchange = (identity: ServiceTest, code: string) =>
  identity.call(operations.exchangeSignInCode, { as: nobody, body: { code } })

/** Returns the caller that the gateway derives from a token. */
export function callerOf(token: string) {
  const { sub, jti, kind, scope, org } = Object(jwt.decode(token))
  return { userId: sub, tokenId: jti, kind, scope, organizationId: org }
}

/** Returns the logged reasons of sign-ins that were refused while `work` ran. */
export async function reasonsDuring({ service }: ServiceTest, work: () => Promise<unknown>): Promise<string[]> {
  const warned = jest.spyOn(service.foundation.log, 'warn')
  try {
    await work()
    return warned.mock.calls.flatMap(([line]) => (Object(line).provider ? [String(Object(line).reason)] : []))
  } finally {
    warned.mockRestore()
  }
}

/** Returns a response whose document `edit` changed after it was signed. */
export function tampered(response: string, edit: (xml: string) => string): string {
  const before = Buffer.from(response, 'base64').toString()
  const after = edit(before)
  if (after === before) throw new Error('the edit changed nothing')
  return Buffer.from(after).toString('base64')
}
