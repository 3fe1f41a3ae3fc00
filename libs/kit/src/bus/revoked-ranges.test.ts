import { expect, test } from '@jest/globals'
import { idAt, newId } from '../ids.ts'
import { createRevokedRanges, rangeRevocation, rangeRevocationKey, revocationKey } from './revoked-ranges.ts'

const anHour = 3_600_000

test('what is made from now on is in no known range, also if the clock of the process that revoked it is ahead', () => {
  const ranges = createRevokedRanges()
  const [lost, kept] = [newId(), newId()]
  for (const until of [idAt(Date.now() + anHour), `${idAt(Date.now() + 2 * anHour)}ZZZZZZZZZZZZZZZZ`]) {
    expect(ranges.put(rangeRevocationKey('token', '0'), rangeRevocation({ until, known: [kept] }))).toBe(true)
    const has = (id: string) => ranges.has(revocationKey('token', id))
    expect([has(lost), has(kept), has(newId())]).toEqual([true, false, false])
  }
})
