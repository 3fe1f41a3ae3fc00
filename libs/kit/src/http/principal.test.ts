import { expect, test } from '@jest/globals'
import { type Caller, groupsOf, holderOf, type SiteVisit } from './principal.ts'

const anonymous: Caller = { kind: 'none', scope: 'read', address: '127.0.0.2' }
const visit: SiteVisit = { siteId: 'zoo', generation: 1, issuedAt: 0, claims: {} }

test.each<[string, Caller, string | undefined, string[]]>([
  ['a visitor of a site, in the site by address', anonymous, 'zoo', ['site zoo', '127.0.0.2']],
  ['a visitor before the site is known', anonymous, undefined, ['127.0.0.2']],
  ['a token of a site', { kind: 'site', scope: 'read', tokenId: 't', visit }, undefined, ['site zoo', 't']],
  ['a person', { kind: 'user', scope: 'full', userId: 'ada' }, undefined, ['ada']],
  [
    'a person as an organization has signed them in',
    { kind: 'saml', scope: 'full', userId: 'ada', organizationId: 'zoo' },
    undefined,
    ['ada in zoo'],
  ],
  ['a person who reads a site', { kind: 'user', scope: 'full', userId: 'ada' }, 'zoo', ['site zoo', 'ada']],
  [
    'a service, as the one that it works for',
    { kind: 'service', scope: 'full', groups: ['site zoo', 'x'] },
    undefined,
    ['site zoo', 'x'],
  ],
])('%s waits in groups of its own', (_, caller, siteId, groups) => {
  expect(groupsOf(caller, siteId)).toEqual(groups)
})

const token = (tokenId: string, tokenAddress: string): Caller => ({
  ...{ kind: 'site', scope: 'read', organizationId: 'acme', tokenId, tokenAddress, visit },
})

test.each<[string, Caller, Caller, boolean]>([
  ['strangers at one address', anonymous, { ...anonymous, browser: 'other' }, true],
  ['strangers at two addresses', anonymous, { ...anonymous, address: '127.0.0.3' }, false],
  [
    'strangers in two networks of one customer',
    { ...anonymous, address: '2001:db8:1:100::/56' },
    { ...anonymous, address: '2001:db8:1:200::/56' },
    true,
  ],
  ['two tokens of a site from one address', token('one', '192.0.2.1'), token('two', '192.0.2.1'), true],
  ['one token of a site from two addresses', token('one', '192.0.2.1'), token('one', '192.0.2.2'), false],
  [
    'tokens of two organizations',
    { kind: 'scim', scope: 'full', organizationId: 'acme', tokenId: 'one' },
    { kind: 'scim', scope: 'full', organizationId: 'zoo', tokenId: 'two' },
    false,
  ],
])('%s count as one caller, or as two', (_, one, other, isOne) => {
  expect(holderOf(one) === holderOf(other)).toBe(isOne)
})
