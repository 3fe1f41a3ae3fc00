import { expect, test } from '@jest/globals'
import { Refusal, unavailable } from './refusals.ts'

test('a refusal that is temporary says when to come back, also where nobody has named a time', () => {
  const retryAfter = (refusal: Refusal) => refusal.headers['Retry-After']
  expect([429, 503].map((status) => retryAfter(new Refusal(status, 'Later.')))).toEqual(['60', '5'])
  expect(retryAfter(new Refusal(429, 'Later.', { 'Retry-After': '3600' }))).toBe('3600')
  expect(retryAfter(unavailable('Away.', 2))).toBe('2')
  expect(new Refusal(409, 'No.').headers).toEqual({})
})
