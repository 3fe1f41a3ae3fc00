import { expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { startLoop } from './loop.ts'

test('failures in a row for one reason are one warning, and another reason is another', async () => {
  const warnings: string[] = []
  const log = createLog('test', 'silent')
  log.warn = ({ err }: { err: Error }) => void warnings.push(err.message)
  const turns = ['lost', 'lost', undefined, 'lost', 'full', 'full']
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const loop = startLoop({ name: 'work', everyMs: 1, log }, async () => {
    if (turns.length === 0) return resolve()
    const reason = turns.shift()
    if (reason) throw new Error(reason)
  })
  await isDone
  await loop.stop()
  expect(warnings).toEqual(['lost', 'lost', 'full'])
})
