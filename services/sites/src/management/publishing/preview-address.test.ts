import { expect, jest, test } from '@jest/globals'
import { previewClaims } from './publishing.routes.ts'

test.each([
  ['(plan:pro,seats:5,unsigned:(beta:!t))', { plan: 'pro', seats: 5, unsigned: { beta: true } }],
  ["(plan:'pro plus',roles:!(a,b))", { plan: 'pro plus', roles: ['a', 'b'] }],
  ['()', {}],
  ['{"plan":"pro"}', { plan: 'pro' }],
])('%s are claims', (text, claims) => expect(previewClaims(text)).toEqual(claims))

test('anything else is refused, and nothing is printed of it', () => {
  const print = jest.spyOn(console, 'log')
  for (const text of [
    '',
    'plan',
    '!(a)',
    '(plan',
    '(plan:pro))',
    '(plan:pro)x',
    '{"plan"',
    '[]',
    `${'(a:'.repeat(1300)}`,
  ]) {
    expect(() => previewClaims(text)).toThrow('query.claims')
  }
  expect(print).not.toHaveBeenCalled()
  print.mockRestore()
})

test('a name that stands for the prototype gives no claims', () => {
  const claims = previewClaims('(__proto__:(plan:pro))')
  expect([claims.plan, Object.keys(claims)]).toEqual([undefined, []])
})
