import { expect, test } from '@jest/globals'
import type { Announcement } from '../bus/positions.ts'
import { createMetrics } from '../metrics.ts'
import { ResyncState } from './control.ts'
import { createProgress } from './leader-progress.ts'

const wanted = { identity: 'run' }
const at = (resync: Partial<ResyncState>) => ({
  stream: 's',
  sequence: 7,
  message: 'm',
  resync: ResyncState.parse(resync),
})

function follow() {
  const announced: Announcement[] = []
  const positions = { announce: (one: Announcement) => void announced.push(one), ended: () => undefined }
  const progress = createProgress({ metrics: createMetrics('test'), positions } as never, () => undefined)
  return { announced, progress }
}

test('who no longer leads asks nobody to repeat anything', () => {
  const { progress } = follow()
  progress.moved(at({ wanted }))
  expect(progress.wanted()).toEqual(wanted)
  progress.ended()
  expect(progress.wanted()).toEqual({})
})

test('what could not be read is told beside who must repeat it', () => {
  const { announced, progress } = follow()
  progress.moved(at({ wanted, unread: { identity: 'identity.member.saved.v1 of m' } }))
  progress.moved(at({}))
  expect(announced.map(({ trouble }) => trouble)).toEqual([
    'waiting for identity to repeat its state: this version cannot read identity.member.saved.v1 of m',
    undefined,
  ])
})
