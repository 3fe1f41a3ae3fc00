import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority, setPriority } from 'node:os'
import { expect, test } from '@jest/globals'
import { comeAfterOthers } from './priority.ts'

const { PRIORITY_BELOW_NORMAL: belowNormal, PRIORITY_LOW: low } = constants.priority

test('a process comes after others, and one that does so already is left as it is', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
  const pid = child.pid ?? 0
  comeAfterOthers(pid)
  // The tests themselves may run at a low priority.
  expect(getPriority(pid)).toBe(Math.max(getPriority(), belowNormal))
  setPriority(pid, low)
  comeAfterOthers(pid)
  expect(getPriority(pid)).toBe(low)
  child.stdin?.end()
  await once(child, 'exit')
})
