import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { withInstallation } from './installation.ts'

test('a backup reads the files from where the content that runs has them, not from where its own settings say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-running-'))
  const asked: string[] = []
  const storage = createServer((request, response) => {
    asked.push(`${request.url}`)
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  }).listen(0, '127.0.0.1')
  await once(storage, 'listening')
  const address = storage.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const bucket = { BLOBS_S3_BUCKET: 'running', BLOBS_S3_ENDPOINT: `http://127.0.0.1:${port}` }
  const credentials = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const content = spawn('sleep', ['600'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...bucket, ...credentials },
  })
  await once(content, 'spawn')
  const before = { ...process.env }
  try {
    const of = (pid: number | undefined) => ({ pid, script: 'node', env: { DATABASE_URL: 'postgresql://nowhere' } })
    const names = ['identity', 'content', 'sites', 'ai']
    const services = Object.fromEntries(names.map((name) => [name, of(name === 'content' ? content.pid : process.pid)]))
    const supervisor = { pid: process.pid, script: 'node' }
    await writeFile(join(folder, 'runtime.json'), JSON.stringify({ supervisor, publicUrl: 'http://x', services }))
    // An empty variable counts as one that is not set.
    const env = { DATA_DIR: folder, BLOBS_S3_BUCKET: '', BLOBS_S3_ENDPOINT: '' }
    const finding = { env, terminal: { line: () => undefined }, signal: new AbortController().signal, isAlone: false }
    await withInstallation(finding, ({ files }) => files.list('store', '', 10))
    expect(asked).toEqual([expect.stringMatching(/^\/running\/?\?list-type=2/)])
  } finally {
    for (const name of Object.keys(credentials)) delete process.env[name]
    Object.assign(process.env, before)
    content.kill()
    storage.close()
    storage.closeAllConnections()
    await rm(folder, { recursive: true })
  }
})
