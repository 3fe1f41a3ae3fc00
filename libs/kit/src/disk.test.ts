import { expect, test } from '@jest/globals'
import { isOutage } from './db/outage.ts'
import { diskRefusal } from './disk.ts'

const failure = (code: string) => new Error('write', { cause: Object.assign(new Error('failed'), { code }) })
const statusOf = (code: string) => diskRefusal(failure(code))?.status

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])('%s is a full disk: 507', (code) => {
  expect(statusOf(code)).toBe(507)
})

test.each(['EIO', 'EROFS', '58030'])('%s is a disk that takes nothing for now: 503', (code) => {
  expect([statusOf(code), diskRefusal(failure(code))?.headers]).toEqual([503, { 'Retry-After': '30' }])
})

test.each(['ENOENT', 'EACCES', '23505', ''])('an error %j is none of a disk', (code) => {
  expect(statusOf(code)).toBeUndefined()
})

test('a refusal keeps its error for the log, and jobs try again what PostgreSQL could not write', () => {
  const error = failure('ENOSPC')
  expect(diskRefusal(error)?.cause).toBe(error)
  expect(['53100', '58030'].map((code) => isOutage(failure(code)))).toEqual([true, true])
})
