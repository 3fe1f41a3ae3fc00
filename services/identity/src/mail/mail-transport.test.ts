import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openMailTransport } from './mail-transport.ts'

test('a mail that the folder does not take leaves no part of it, and is written once the folder takes it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-mail-'))
  const row = { id: 'm1', recipient: 'ada@example.com', subject: 'Welcome', body: 'Hello', attempts: 1 }
  const transport = openMailTransport({ MAIL_DIR: folder, PUBLIC_URL: 'http://quire.test' } as never)
  const send = () => transport?.send(row as never, new AbortController().signal)
  try {
    await mkdir(join(folder, 'm1.eml', 'obstacle'), { recursive: true })
    await expect(send()).rejects.toMatchObject({ syscall: 'rename' })
    expect(await readdir(folder)).toEqual(['m1.eml'])
    await rm(join(folder, 'm1.eml'), { recursive: true })
    await send()
    expect(await readdir(folder)).toEqual(['m1.eml'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
