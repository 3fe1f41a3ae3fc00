import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const seed = process.env.CHAOS_SEED ?? '11'
const program = resolve(import.meta.dirname, 'chaos/main.ts')

test('kills, lost connections, restarts, pauses, restores, a promotion, a shorter stream and a full disk under load lose nothing acknowledged, do nothing twice or by half, and leave all in agreement', async () => {
  const args = [program, '--quick', '--seed', seed, '--seconds', '280']
  const ran = Promise.withResolvers<{ code: unknown; summary: string; progress: string }>()
  execFile(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } }, (error, summary, progress) =>
    ran.resolve({ code: error ? (error.code ?? error.signal) : 0, summary, progress }),
  )
  const result = await ran.promise
  process.stdout.write(result.summary)
  expect(result).toMatchObject({ code: 0, summary: expect.stringContaining('violations: 0') })
}, 300_000)
