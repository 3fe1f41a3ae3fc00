import { identityProvider } from '@quire/world/identity-provider'
import { samlSettings } from '../support/seed.ts'
import { type Script, write } from './script.ts'

/**
 * Adds, completes and removes providers, so the organization names another. A new person signs in through one, and
 * that sign-in ends with it.
 */
export async function changeProviders(script: Script, defaultTeam: string) {
  const create = async (body: object) =>
    String((await write(script, 'createOrganizationSAMLProvider', { body: { label: 'More', ...body } })).id)
  const update = (samlProviderId: string, body: object) =>
    write(script, 'updateOrganizationSAMLProvider', { params: { samlProviderId }, body })
  const provider = await identityProvider('entra')
  const pending = await create({ defaultTeam, defaultRole: 'comment' })
  await update(pending, provider.settings)
  const passing = await create(samlSettings('passing'))
  const { items } = await write(script, 'listSAMLProvidersInOrganizationById')
  for (const samlProviderId of [String(items[0].id), passing])
    await write(script, 'deleteOrganizationSAMLProvider', { params: { samlProviderId } })
  await signIn(script, pending, provider)
  await create(samlSettings('last'))
  await write(script, 'deleteOrganizationSAMLProvider', { params: { samlProviderId: pending } })
}

async function signIn(
  { world, api, organizationId }: Script,
  samlProviderId: string,
  provider: Awaited<ReturnType<typeof identityProvider>>,
) {
  const base = `${world.gateways[0]}/v1/orgs/${organizationId}/saml/${samlProviderId}`
  const started = await (await fetch(`${base}/start`)).text()
  const [, address = ''] = /<a href="([^"]+)"/.exec(started) ?? []
  const metadata = await (await fetch(`${base}/metadata`)).text()
  const claims = { name: 'new@example.com' }
  const SAMLResponse = await provider.answer(address.replaceAll('&amp;', '&'), metadata, claims)
  const accepted = await api.send('acceptSAMLResponse', undefined, {
    params: { organizationId, samlProviderId },
    body: new URLSearchParams({ SAMLResponse }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const [, code] = /Your code is ([\w-]+)\./.exec(accepted.body) ?? []
  const exchanged = await api.send('exchangeSignInCode', undefined, { body: { code } })
  if (exchanged.status !== 201) throw new Error(`signing in answered ${JSON.stringify(exchanged)}`)
}
