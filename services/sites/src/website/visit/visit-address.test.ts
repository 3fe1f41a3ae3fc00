import { expect, test } from '@jest/globals'
import { addressToResolve, publicPathOf, readVisitAddress } from './visit-address.ts'

test('readers have the path of the public address before what the gateway is asked for, but not at a host of a site', () => {
  const read = (url: string, publicUrl: string) => {
    const address = readVisitAddress(url)
    return [addressToResolve(address, publicUrl).url, publicPathOf(address, publicUrl)]
  }
  expect([
    read('/sites/zoo/start?x=1', 'https://acme.io'),
    read('/sites/zoo/start?x=1', 'https://acme.io/docs'),
    read('/sites/zoo.io/start?x=1', 'https://acme.io/docs'),
  ]).toEqual([
    ['https://acme.io/sites/zoo/start', '/sites/zoo/start?x=1'],
    ['https://acme.io/docs/sites/zoo/start', '/docs/sites/zoo/start?x=1'],
    ['https://zoo.io/start', '/start?x=1'],
  ])
})
