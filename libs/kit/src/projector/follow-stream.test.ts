import { expect, test } from '@jest/globals'
import { untilAborted } from './follow-stream.ts'

function fetched() {
  return {
    isStopped: false,
    stop() {
      this.isStopped = true
    },
  }
}
const nobody = new AbortController().signal

test('messages that nobody reads any longer are stopped, whether all were applied or a gap was found', async () => {
  const [read, broken] = [fetched(), fetched()]
  await untilAborted(read, nobody, async () => expect(read.isStopped).toBe(false))
  await expect(untilAborted(broken, nobody, () => Promise.reject(new Error('a gap')))).rejects.toThrow('a gap')
  expect([read.isStopped, broken.isStopped]).toEqual([true, true])
})

test('whoever waits for messages waits no longer once the signal aborts', async () => {
  const stopping = new AbortController()
  const messages = fetched()
  await untilAborted(messages, stopping.signal, async () => {
    stopping.abort()
    expect(messages.isStopped).toBe(true)
  })
})
