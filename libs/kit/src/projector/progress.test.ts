import { expect, test } from '@jest/globals'
import type { Announcement } from '../bus/positions.ts'
import { createMetrics } from '../metrics.ts'
import { ResyncState } from './control.ts'
import { createProgress } from './progress.ts'

const wanted = { identity: 'run' }
const at = (resync: Partial<ResyncState>) => ({ stream: 's', sequence: 7, resync: ResyncState.parse(resync) })

function follow() {
  const told: Announcement[] = []
  const positions = { announce: (one: Announcement) => void told.push(one), ended: () => undefined }
  const progress = createProgress({ metrics: createMetrics('test'), positions } as never, () => undefined)
  return { told, progress }
}

test('who no longer leads asks nobody to repeat anything', () => {
  const { progress } = follow()
  progress.moved(at({ wanted }))
  expect(progress.wanted()).toEqual(wanted)
  progress.ended()
  expect(progress.wanted()).toEqual({})
})

test('what could not be read is told beside who must repeat it', () => {
  const { told, progress } = follow()
  progress.moved(at({ wanted, unread: { identity: 'identity.member.saved.v1 of m' } }))
  progress.moved(at({}))
  expect(told.map(({ trouble }) => trouble)).toEqual([
    'waiting for identity to repeat its state: this version cannot read identity.member.saved.v1 of m',
    undefined,
  ])
})
