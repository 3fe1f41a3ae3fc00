import { expect, test } from '@jest/globals'
import { atLeast, effectiveLevel, rolesFrom } from './levels.ts'
import { decided } from './testing/precedence.ts'
import { precedenceCases } from './testing/precedence-cases.ts'

test('the table is one of at least sixty different cases', () => {
  expect(new Set(precedenceCases.map(({ title }) => title)).size).toBe(precedenceCases.length)
  expect(precedenceCases.length).toBeGreaterThanOrEqual(60)
})

test.each(precedenceCases.map((one) => [one.title, one] as const))('%s', (_, one) => {
  expect(decided(one)).toBe(one.decision)
})

test('a stranger has nothing, whatever the rules say', () => {
  const open = { direct: 'admin', teams: ['admin'], defaultLevel: 'admin' } as const
  expect(effectiveLevel({ member: undefined, ...open, parents: [open] })).toBe('none')
})

test('a level allows what a weaker one allows, and none allows nothing', () => {
  expect(rolesFrom('review')).toEqual(['review', 'create', 'admin'])
  expect(atLeast('review', 'edit')).toBe(true)
  expect(atLeast('review', 'review')).toBe(true)
  expect(atLeast('review', 'create')).toBe(false)
  expect(atLeast('none', 'read')).toBe(false)
})
