import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'

const seed = process.env.CHAOS_SEED ?? '12'
const program = resolve(import.meta.dirname, 'chaos/main.ts')
const outputOf = (stream: Readable | null) => (stream ? text(stream) : '')

test('kills, lost connections, restarts, databases without writes, pauses, wrong clocks, restores, a promotion, a shorter stream and a full disk under load lose nothing acknowledged, do nothing twice or by half, and leave all in agreement', async () => {
  // A process of its own may mount disks that nobody else sees. The channel ends it with this one.
  const child = fork(program, ['--quick', '--seed', seed, '--seconds', '280'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    execArgv: [],
    silent: true,
  })
  const [summary, progress, [code]] = await Promise.all([
    outputOf(child.stdout),
    outputOf(child.stderr),
    once(child, 'exit'),
  ])
  process.stdout.write(summary)
  expect({ code, summary, progress }).toMatchObject({ code: 0, summary: expect.stringContaining('violations: 0') })
}, 300_000)
