import { expect, test } from '@jest/globals'
import { addressInside } from '../src/parts/inside.ts'

const at = { origin: 'https://docs.example', base: '' }

test('a path that somebody wanted to go to leads there, whatever it has behind it', () => {
  for (const path of ['/', '/s/one?page=2#there', '/visit?to=https%3A%2F%2Fevil.example&state=x', '/s//evil.example'])
    expect(addressInside(path, at)).toBe(`https://docs.example${path}`)
  expect(addressInside('/quire/s/one', { ...at, base: '/quire' })).toBe('https://docs.example/quire/s/one')
})

test('an address that a browser would take for another host, or another path of the host, leads nowhere', () => {
  for (const path of [
    ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example'],
    ...['/\r\\evil.example', '\t//evil.example', ' //evil.example', 'https://evil.example/', 'javascript:alert(1)'],
    ...['evil.example', '', '//[', '//evil.example:x'],
  ])
    expect([path, addressInside(path, at)]).toEqual([path, undefined])
  // The address is absolute: a path that begins with two slashes is no other host.
  expect(addressInside('/.//evil.example', at)).toBe('https://docs.example//evil.example')
  for (const path of ['/sites/one', '/quire/../sites/one', '/quirevil', '/'])
    expect([path, addressInside(path, { ...at, base: '/quire' })]).toEqual([path, undefined])
})
