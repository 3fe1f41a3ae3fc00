import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from '@jest/globals'
import { startAi } from '../../src/app.ts'
import { startWorld } from '../world.ts'

/** Counts the threads that this process starts during `work`. */
async function threadsDuring(work: () => Promise<unknown>): Promise<number> {
  let started = 0
  const count = () => void started++
  subscribe('worker_threads', count)
  await work().finally(() => unsubscribe('worker_threads', count))
  return started
}

test.each([
  ['1', [1, 0]],
  ['0', [0, 1]],
])(
  'with %s threads kept, a process starts so many until it is ready and then for a question: %j',
  async (minThreads, threads) => {
    const world = await startWorld((env) => startAi({ ...env, PARSING_THREADS_KEPT: minThreads }))
    const text = 'Turn the crank clockwise, slowly. '.repeat(40)
    await world.publish('manual', { crank: { title: 'The crank', markdown: text } })
    await world.queued('manual', (row) => row?.pending === false)
    const untilReady = await threadsDuring(async () => {
      await world.test.restart()
      await world.test.service.untilReady()
    })
    const started = await threadsDuring(async () =>
      expect(await world.cited('How do I turn the crank?')).toEqual(['crank']),
    )
    expect([untilReady, started]).toEqual(threads)
    await world.stop()
  },
)
