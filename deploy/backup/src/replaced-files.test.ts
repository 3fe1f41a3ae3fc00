import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readArchive } from './archive/read-archive.ts'
import { backUp } from './backup.ts'
import { type EmptyInstallation, emptyInstallation, silent, upload } from './empty-installation.fixture.ts'
import { type Installation, withInstallation } from './installation/installation.ts'
import { check, restore } from './restore.ts'

let origin: EmptyInstallation
let path: string
/** Names of a file that the backup has, and of one that it lacks and its rows name. */
let names: { saved: string; lost: string }
beforeAll(async () => {
  origin = await emptyInstallation()
  names = { saved: await upload(origin, 'a', 'saved'), lost: await upload(origin, 'b', 'lost') }
  await origin.installation.files.remove([names.lost])
  path = join(origin.dataFolder, 'backup')
  const manifest = await backUp(origin.installation, createWriteStream(path), {
    passphrase: undefined,
    progress: silent,
  })
  expect(manifest.files).toMatchObject({ count: 1, missing: 1 })
})
afterAll(async () => await origin[Symbol.asyncDispose]())

const never = new AbortController().signal

async function bring(installation: Installation, signal = never) {
  await using archive = await readArchive(path)
  const checked = check(archive, silent)
  return await restore(installation, { checked, passphrase: undefined, mayReplace: true, progress: silent, signal })
}

/** An installation with files of its own, in stores that the backup has and in others. */
async function usedInstallation() {
  const used = await emptyInstallation()
  const own = [await upload(used, 'a', 'own'), await upload(used, 'c', 'own')]
  await upload(used, 'b', 'lost')
  const isThere = async (blob: string) => {
    const content = await used.installation.files.open(blob)
    content?.destroy()
    return content !== undefined
  }
  return { used, own, presence: (blobs: string[]) => Promise.all(blobs.map(isThere)) }
}

test('a restore removes the files of what it replaces, but none that its own rows name', async () => {
  const { used, own, presence } = await usedInstallation()
  await using _ = used
  await bring(used.installation)
  expect(await presence(own)).toEqual([false, false])
  expect(await presence([names.saved, names.lost])).toEqual([true, true])
})

test('a restore that is interrupted while it removes files is finished by the next one', async () => {
  const { used, own, presence } = await usedInstallation()
  await using _ = used
  const stopping = new AbortController()
  const { files } = used.installation
  const remove: typeof files.remove = async () => {
    stopping.abort(new Error('Interrupted.'))
    throw stopping.signal.reason
  }
  const interrupted = { ...used.installation, files: { ...files, remove } }
  await expect(bring(interrupted, stopping.signal)).rejects.toThrow('Interrupted.')
  expect(await presence(own)).toEqual([true, true])
  await bring(used.installation)
  expect(await presence([...own, names.saved])).toEqual([false, false, true])
})

test('a restore also removes what no backup has: repositories, PDFs and written mails', async () => {
  await using used = await emptyInstallation()
  const at = (...parts: string[]) => join(used.dataFolder, ...parts)
  const gone = [at('git', 'cache', 'a'), at('pdf', 'kept', 'a'), at('mail', `Q${'A'.repeat(25)}.eml`), at('demo-begun')]
  const kept = [at('mail', 'notes.eml'), at('logs', 'content.log')]
  for (const file of [...gone, ...kept]) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
  }
  const finding = { env: used.env, terminal: silent, signal: never, isAlone: true }
  await withInstallation(finding, (installation) => bring(installation))
  for (const file of gone) expect([file, existsSync(file)]).toEqual([file, false])
  for (const file of kept) expect([file, existsSync(file)]).toEqual([file, true])
})
