import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openLog } from './log-file.ts'

/** Collects lines, and resolves `until` once one of them matches. */
function recordedTerminal() {
  const lines: string[] = []
  const waiting: { pattern: RegExp; done: () => void }[] = []
  return {
    lines,
    line(text: string) {
      lines.push(text)
      for (const { pattern, done } of waiting) if (pattern.test(text)) done()
    },
    until: (pattern: RegExp) => new Promise<void>((done) => waiting.push({ pattern, done })),
  }
}

test('a log that could not be written goes on once it can be, and says how many lines are missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-log-'))
  const file = join(folder, 'content.log')
  await mkdir(file)
  const terminal = recordedTerminal()
  let now = 0
  const failed = terminal.until(/cannot be written/)
  const log = openLog('content', file, terminal, () => now)
  for (const line of ['one', 'two', 'three']) log.write(line)
  await failed
  // The file is not tried again at once.
  log.write('four')
  await rm(file, { recursive: true })
  now += 5000
  const again = terminal.until(/written again/)
  log.write('five')
  await again
  log.write('six')
  await log.end()
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^\nUp to 4 lines are missing here: the log could not be written: .*\nfive\nsix\n$/)
  expect(terminal.lines.map((line) => line.replace(/: Can't.*/, ''))).toEqual([
    '  content: its log cannot be written',
    '  content: its log is written again; up to 4 lines are missing',
  ])
  await rm(folder, { recursive: true })
})
