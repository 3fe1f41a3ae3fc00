import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const lifecycle = fileURLToPath(new URL('lifecycle.ts', import.meta.url))

/** Starts a process that reports when it can be stopped. */
const scriptOf = (start: string) => `
  import { runProcess } from ${JSON.stringify(lifecycle)}
  setInterval(() => undefined, 1000)
  setImmediate(() => process.stdout.write('runs'))
  await runProcess(${start})`

const closing = (close: string) => `async () => ({ port: 0, closeWithinMs: 100, close: ${close} })`

/** Stops the process once it has printed `after`. */
async function stopped(start: string, after = 'runs') {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', scriptOf(start)]
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (text) => {
    said += String(text)
  })
  await new Promise<void>((resolve) => child.stdout.on('data', (text) => String(text).includes(after) && resolve()))
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return { code, said }
}

test('a process that closes in time leaves without a word', async () => {
  expect(await stopped(closing('async () => undefined'))).toEqual({ code: 0, said: '' })
})

test('a process whose close hangs leaves by itself when its time is up, and says so', async () => {
  expect(await stopped(closing('() => new Promise(() => undefined)'))).toEqual({
    code: 1,
    said: 'Still not closed after 100 ms: leaving as it is.\n',
  })
})

test('a process that is told to stop while it starts leaves at once', async () => {
  expect(await stopped('() => new Promise(() => undefined)')).toEqual({ code: 0, said: '' })
})

test('a running process reports an error that nobody catches, and goes on until it is told to stop', async () => {
  const start = `async () => ({
    port: 0,
    closeWithinMs: 100,
    close: async () => undefined,
    reportUncaught: (error) => {
      process.stderr.write(error.message)
      process.stdout.write('reported')
    },
    untilReady: async () => void setImmediate(() => { throw new Error('from a callback') }),
  })`
  expect(await stopped(start, 'reported')).toEqual({ code: 0, said: 'from a callback' })
})

test('an error that nobody catches while a process starts ends it', async () => {
  const start = `async () => {
    setImmediate(() => { throw new Error('from a callback') })
    await new Promise(() => undefined)
  }`
  const { code, said } = await stopped(start)
  expect([code, said]).toEqual([1, expect.stringContaining('Error: from a callback')])
})
