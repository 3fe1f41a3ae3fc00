import { expect, test } from '@jest/globals'
import { unsignedClaims } from './unsigned-claims.ts'

const claimsOf = (query: string, cookie?: string) =>
  JSON.stringify(unsignedClaims({ headers: { cookie } }, new URLSearchParams(query)).claims)

test('names with dots are objects, JSON is lists and objects, all else is text', () => {
  expect(claimsOf('visitor.plan=pro&visitor.company.size=5&visitor.roles=["a"]&plan=free&visitors.x=1')).toBe(
    '{"plan":"pro","company":{"size":"5"},"roles":["a"]}',
  )
  expect(claimsOf('visitor.plan=[&visitor.plan.size=5')).toBe('{"plan":{"size":"5"}}')
})

test('an address adds to what cookies say, and says it last', () => {
  const stored = unsignedClaims({ headers: {} }, new URLSearchParams('visitor.a=ä;&visitor.b.c=1')).cookie
  expect(claimsOf('visitor.b.d=2&visitor.a=z', `other=1; gitbook-visitor-public=${stored}`)).toBe(
    '{"a":"z","b":{"c":"1","d":"2"}}',
  )
  expect(claimsOf('', `gitbook-visitor-public-app=${encodeURIComponent('{"beta":true}')}; quire-visitor=x`)).toBe(
    '{"beta":true}',
  )
  for (const wrong of ['%', 'nonsense', '[1]', 'null', encodeURIComponent(`{"a":"${'x'.repeat(4000)}"}`)])
    expect([wrong.slice(0, 9), claimsOf('', `gitbook-visitor-public=${wrong}`)]).toEqual([wrong.slice(0, 9), '{}'])
})

test('names of the prototype, depth, number and size do no harm', () => {
  unsignedClaims({ headers: {} }, new URLSearchParams('visitor.__proto__.polluted=1&visitor.constructor.prototype.x=1'))
  const cookie = `gitbook-visitor-public=${encodeURIComponent('{"__proto__":{"polluted":1}}')}`
  unsignedClaims({ headers: { cookie } }, new URLSearchParams('visitor.__proto__.polluted=1'))
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(claimsOf(`visitor.${'a.'.repeat(1000)}a=1`)).toBe('{}')
  const many = Array.from({ length: 200 }, (_, index) => `visitor.a${index}=1`).join('&')
  expect(Object.keys(JSON.parse(claimsOf(many)))).toHaveLength(100)
  expect(unsignedClaims({ headers: {} }, new URLSearchParams(`visitor.a=${'x'.repeat(4000)}`)).cookie).toBeUndefined()
  // Deeper than `JSON.stringify` can handle.
  const deep = `${'['.repeat(7000)}${']'.repeat(7000)}`
  expect(claimsOf(`visitor.a=${deep}`)).toBe(JSON.stringify({ a: deep }))
  const cookies = [1, 2].map((one) => `gitbook-visitor-public-${one}={"a":${'['.repeat(1800)}${']'.repeat(1800)}}`)
  expect(claimsOf('', cookies.join(';'))).toBe('{}')
})
