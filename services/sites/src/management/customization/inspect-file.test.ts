import { expect, test } from '@jest/globals'
import { inspectFile } from './inspect-file.ts'

test('an icon that is cut off is refused, whatever bytes lie behind it in memory', async () => {
  const memory = Buffer.alloc(22)
  memory.set([0, 0, 1, 0])
  memory.write('words of others', 12)
  await expect(inspectFile(memory.subarray(0, 4))).rejects.toThrow('damaged picture')
})
