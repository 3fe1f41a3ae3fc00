import { expect, test } from '@jest/globals'
import { idAt, newId, timeOf } from '../ids.ts'
import { createRevokedRanges, rangeRevocation, rangeRevocationKey, revocationKey } from './revoked-ranges.ts'

/** Short, because the process makes later identifiers for all other tests until that time has come. */
const aMoment = 500

test('what is made from now on is in no known range, also if the clock of the process that revoked it is ahead', () => {
  const ranges = createRevokedRanges()
  const [lost, kept] = [newId(), newId()]
  for (const until of [idAt(timeOf(kept) + aMoment), `${idAt(timeOf(kept) + 2 * aMoment)}ZZZZZZZZZZZZZZZZ`]) {
    expect(ranges.put(rangeRevocationKey('token', '0'), rangeRevocation({ until, known: [kept] }))).toBe(true)
    const has = (id: string) => ranges.has(revocationKey('token', id))
    expect([has(lost), has(kept), has(newId())]).toEqual([true, false, false])
  }
})
