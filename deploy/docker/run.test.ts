import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const script = fileURLToPath(new URL('run.sh', import.meta.url))
const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
const run = (program: string) => spawn(script, ['--eval', program], { env, stdio: 'pipe' })
const lives = "setInterval(() => 0, 1000); process.stdout.write('runs');"

async function exitOf(program: string) {
  const child = run(program)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'close')
  return { code, signal }
}

test('a service that is told to stop before it handles signals ends at once, in order', async () => {
  expect(await exitOf(lives)).toEqual({ code: 0, signal: null })
})

test('a service that is told to stop ends with its own code, after what it has to do', async () => {
  const closes = (code: number) => `process.on('SIGTERM', () => setImmediate(() => process.exit(${code}))); ${lives}`
  expect(await exitOf(closes(0))).toEqual({ code: 0, signal: null })
  expect(await exitOf(closes(1))).toEqual({ code: 1, signal: null })
})

test('a service that ends by itself or is killed ends the container with its code', async () => {
  expect(await once(run('process.exit(3)'), 'close')).toEqual([3, null])
  expect(await once(run("process.kill(process.pid, 'SIGTERM')"), 'close')).toEqual([143, null])
})
