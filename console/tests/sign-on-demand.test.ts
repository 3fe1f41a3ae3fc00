import { expect, test } from '@jest/globals'
import { signOnIn } from '../src/parts/sign-on-demand.ts'

const here = { origin: 'https://docs.example', base: '/quire' }
const start = 'https://docs.example/quire/v1/orgs/acme/saml/okta/start'
const demanded = (address: string) =>
  `This organization requires single sign-on: sign in at ${address} and use the token you get there.`

test('the refusal of an organization that demands single sign-on says where it begins', () => {
  expect(signOnIn(demanded(start), here)).toEqual({ organizationId: 'acme', address: start })
})

test('no other refusal, and no other host, begins a single sign-on', () => {
  for (const message of [
    'This organization requires single sign-on and has no provider for it yet: ask an administrator.',
    `“${demanded(start)}” has a comment.`,
    ...['https://evil.example/v1/orgs/acme/saml/okta/start', 'https://docs.example.evil/quire/v1/orgs/a/saml/b/start']
      .concat('https://docs.example@evil.example/quire/v1/orgs/a/saml/b/start', '//evil.example/v1/orgs/a/saml/b/start')
      .concat('https://docs.example/elsewhere/v1/orgs/a/saml/b/start', 'javascript:alert(1)//v1/orgs/a/saml/b/start')
      .map(demanded),
  ])
    expect([message, signOnIn(message, here)]).toEqual([message, undefined])
})
