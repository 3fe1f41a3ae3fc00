import { expect, test } from '@jest/globals'
import { runPrint } from './print-process.ts'

const processes = () => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length

test('nothing is printed for whoever has left already', async () => {
  const before = processes()
  const left = new Error('gone')
  const print = runPrint('/nowhere', { timeoutMs: 60_000, memoryMb: 512 }, AbortSignal.abort(left))
  expect(processes()).toBe(before)
  await expect(print).rejects.toBe(left)
})
