import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { deleteWrittenMails, openMailTransport } from './mail-transport.ts'

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

test('written mails are deleted after thirty days, and nothing else in their folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-mail-'))
  const [old, part, recent] = ['A', 'B', 'C'].map((letter) => `Q${letter.repeat(25)}.eml`)
  const ages = { [`${old}`]: 31, [`${part}.part`]: 31, [`${recent}`]: 29, 'notes.eml': 400 }
  const now = new Date()
  try {
    for (const [name, days] of Object.entries(ages)) {
      const at = now.getTime() / 1000 - days * 24 * 3600
      await writeFile(join(folder, name), '')
      await utimes(join(folder, name), at, at)
    }
    await deleteWrittenMails({ MAIL_DIR: folder, SMTP_URL: undefined, MAIL_FROM: undefined }, now)
    expect((await readdir(folder)).toSorted()).toEqual([recent, 'notes.eml'])
    // A folder of a mail server that takes the mails by now is left alone.
    await deleteWrittenMails({ MAIL_DIR: join(folder, 'none'), SMTP_URL: 'smtp://mail', MAIL_FROM: undefined }, now)
  } finally {
    await rm(folder, { recursive: true })
  }
})
