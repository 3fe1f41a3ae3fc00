import { expect, test } from '@jest/globals'
import { isPublicAddress } from './allow.ts'

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback beyond the first', '127.8.9.10'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['machine metadata', '169.254.169.254'],
  ['machine metadata on Azure', '168.63.129.16'],
  ['machine metadata on Alibaba, carrier-grade NAT', '100.100.100.200'],
  ['unspecified', '0.0.0.0'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv4 mapped into IPv6', '::ffff:10.0.0.1'],
  ['IPv4 mapped, in hexadecimal', '::ffff:7f00:1'],
  ['IPv4 compatible', '::127.0.0.1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['IPv6 site-local', 'fec0::1'],
  ['unique local', 'fd00:ec2::254'],
  ['translated from IPv4', '64:ff9b::a00:1'],
  ['translated from IPv4 within a network', '64:ff9b:1::a00:1'],
  ['tunnelled IPv4', '2002:a00:1::'],
  ['tunnelled IPv4 by Teredo', '2001:0:a00:1::1'],
  ['set apart for documents', '2001:db8::1'],
  ['set apart for documents', '192.0.2.1'],
  ['set apart for measuring', '198.18.0.1'],
  ['set apart for protocols', '192.0.0.1'],
  ['IPv6 multicast', 'ff02::1'],
  ['not an address', 'localhost'],
  ['nothing', ''],
])('the guard lets %s through (%s)', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('the guard refuses the public address %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
