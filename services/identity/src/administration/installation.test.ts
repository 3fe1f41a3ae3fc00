import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findInstallation } from './installation.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-found-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Finds the installation whose content runs with an environment, by a command that has another one. */
async function found(contentEnv: Record<string, string>, ownEnv: Record<string, string>) {
  const content = spawn('sleep', ['600'], { env: { PATH: process.env.PATH, ...contentEnv } })
  await once(content, 'spawn')
  try {
    const identity = { env: { DATABASE_URL: 'postgresql://identity', SECRETS_DIR: folder } }
    const services = { identity, content: { pid: content.pid, env: { DATA_DIR: folder } } }
    await writeFile(join(folder, 'runtime.json'), JSON.stringify({ services }))
    return findInstallation({ DATA_DIR: folder, ...ownEnv })
  } finally {
    content.kill()
  }
}

test('files are looked for where the content that runs has them, not where the settings of the command say', async () => {
  const bucket = { BLOBS_S3_BUCKET: 'quire' }
  expect(await found(bucket, {})).toMatchObject({ fileFolder: undefined })
  expect(await found({}, bucket)).toMatchObject({ fileFolder: join(folder, 'blobs') })
})
