import { expect, test } from '@jest/globals'
import { AiConfig } from '@quire/ai'
import { ContentConfig } from '@quire/content'
import { GatewayConfig } from '@quire/gateway'
import { IdentityConfig } from '@quire/identity'
import { SitesConfig } from '@quire/sites'

const isTaken = (schema: { safeParse(value: unknown): { success: boolean } }, value: string) =>
  schema.safeParse(value).success

/** The settings that are addresses of HTTP. */
const addresses = [GatewayConfig, IdentityConfig, ContentConfig, SitesConfig, AiConfig]
  .flatMap(({ shape }) => Object.entries(shape))
  .filter(([, schema]) => isTaken(schema, 'https://docs.example.com') && !isTaken(schema, 'docs'.repeat(10)))

test('no setting that is an address takes a name, a password, a query or a fragment, which end up in logs', () => {
  const names = [...new Set(addresses.map(([name]) => name))]
  const known = ['PUBLIC_URL', 'AUDIT_URL', 'OIDC_ISSUER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'AI_BASE_URL', 'CONTENT_URL']
  expect(names).toEqual(expect.arrayContaining(known))
  const wrong = [
    'https://ada:secret@docs.example.com',
    'https://docs.example.com?key=secret',
    'https://docs.example.com#a',
  ]
  for (const text of wrong)
    expect(addresses.flatMap(([name, schema]) => (isTaken(schema, text) ? [`${name}: ${text}`] : []))).toEqual([])
})

test('an address of a service has no path', () => {
  const ofServices = addresses.filter(([name]) => /^(IDENTITY|CONTENT|SITES|AI)_URL$/.test(name))
  expect(ofServices.length).toBeGreaterThan(4)
  for (const [name, schema] of ofServices)
    expect([name, isTaken(schema, 'http://content:4000/api')]).toEqual([name, false])
})
