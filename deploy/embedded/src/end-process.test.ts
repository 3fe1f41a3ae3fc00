import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { isRunning } from './end-process.ts'

const program = `
import { ownProcess } from '${new URL('./end-process.ts', import.meta.url)}'
console.log(JSON.stringify(ownProcess()))
await new Promise((resolve) => process.stdin.on('end', resolve).resume())
`

test.each([
  ['relative', () => 'own.ts'],
  ['absolute', (folder: string) => join(folder, 'own.ts')],
])('a process that was started with a %s path of its script is found while it runs', async (_, pathIn) => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-own-'))
  writeFileSync(join(folder, 'own.ts'), program)
  const child = spawn(process.execPath, [pathIn(folder)], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  const { pid, script } = JSON.parse(String(line))
  expect([pid, isRunning(pid, script), isRunning(pid, 'another.ts')]).toEqual([child.pid, true, false])
  child.stdin.end()
  await ended
  expect(isRunning(pid, script)).toBe(false)
})
