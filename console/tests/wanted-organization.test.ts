import { expect, test } from '@jest/globals'
import { wantedInvite, wantedOrganization } from '../src/screens/sign-in/wanted-organization.ts'

test('the organization that somebody wants is that of the path, whichever was open last', () => {
  for (const path of ['/o/acme', '/o/acme/members', '/o/acme?tab=x', '/o/acme#top', '/quire/o/acme/join/secret'])
    expect([path, wantedOrganization(path, 'last')]).toEqual([path, 'acme'])
})

test('a path of no organization leads to the one that was open last, if any', () => {
  for (const path of [
    undefined,
    '/',
    '/s/one/p/two',
    '/settings',
    '/visit?to=/o/acme',
    '/s/one#/o/acme',
    '/o/',
    '/o/a%2Fb',
  ])
    expect([path, wantedOrganization(path, 'last'), wantedOrganization(path, undefined)]).toEqual([
      path,
      'last',
      undefined,
    ])
})

test('what a device has stored is asked for only if it can be an id', () => {
  for (const stored of ['', 'a b', '../x', 'x'.repeat(129)])
    expect([stored, wantedOrganization(undefined, stored)]).toEqual([stored, undefined])
})

test('the page of an invite link is told from all other paths', () => {
  const invited = { organization: 'acme', invite: 'secret' }
  for (const path of ['/o/acme/join/secret', '/quire/o/acme/join/secret?from=chat#here', '/o/acme/join/secret/'])
    expect([path, wantedInvite(path)]).toEqual([path, invited])
  for (const path of [
    undefined,
    '/o/acme',
    '/o/acme/join/',
    '/o/acme/join/secret/more',
    '/visit?to=/o/acme/join/secret',
  ])
    expect([path, wantedInvite(path)]).toEqual([path, undefined])
})
