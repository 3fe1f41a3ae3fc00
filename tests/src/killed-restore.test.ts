import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { migrations } from '@quire/ai/migrations'
import { type Manifest, withInstallation } from '@quire/backup'
import { migrate } from '@quire/kit'
import { backupFolder, bring, commandOn, rowsOf, save } from './support/backups.ts'
import { withDatabases } from './support/system-databases.ts'

const fixture = fileURLToPath(new URL('../fixtures/quire-0.1.0.backup', import.meta.url))
const command = fileURLToPath(new URL('../../deploy/backup/src/restore-command.ts', import.meta.url))
const killedAt = new URL('support/killed-at.ts', import.meta.url).href

let backups: Awaited<ReturnType<typeof backupFolder>>
beforeAll(async () => {
  backups = await backupFolder()
  // The embedded server runs as another user, who has to pass.
  await chmod(backups.pathOf('.'), 0o711)
})
afterAll(() => backups?.remove())

/** Runs the command to its end, or to the moment at which it is killed. */
async function restore(dataFolder: string, moment?: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const kill = moment === undefined ? {} : { KILL_AT: moment, NODE_OPTIONS: `--import=${killedAt}` }
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataFolder, BACKUP_PASSPHRASE: 'fixture', ...kill }
  const child = spawn(process.execPath, [command, backups.pathOf('made')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [words, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, signal, words }
}

const saved = (name: string): Promise<Manifest> =>
  withInstallation(commandOn({ DATA_DIR: backups.pathOf(name) }, false), (installation) =>
    save(installation, backups.pathOf(`${name}.backup`)),
  )

/** The files of content and the keys of an installation. */
const filesOf = (name: string) =>
  globSync(['blobs/**', 'secrets/*.{key,pem}'], { cwd: backups.pathOf(name) }).toSorted()

/** The moments of a restore, in their order. */
const moments = [
  '^sites: create table if not exists restore_in_progress',
  '^content: \\s*do \\$\\$',
  '/blobs/stores/',
  '^identity: analyze',
  '^content: truncate',
  '^sites: analyze',
  '^ai: truncate',
  '/secrets/sealing\\.key$',
  '^sites: drop table if exists restore_in_progress',
]

test('a restore that is killed, at whatever moment, keeps services from starting, and makes the same of the installation when it is run again', async () => {
  const finding = (name: string) => commandOn({ DATA_DIR: backups.pathOf(name) }, true)
  await withInstallation(finding('first'), async (installation) => {
    await bring(installation, fixture, { passphrase: 'fixture' })
    const { rows } = await withDatabases({ databases: installation.databaseUrls }, ({ content }) =>
      content.query('select store from revision limit 1'),
    )
    for (const letter of ['a', 'b', 'c']) await installation.files.put(rows[0].store, Buffer.from(letter.repeat(9000)))
    await save(installation, backups.pathOf('made'))
  })
  expect(await restore(backups.pathOf('unbroken'))).toMatchObject({ code: 0 })
  const expected = { rows: rowsOf(await saved('unbroken')), files: filesOf('unbroken') }
  expect(expected.rows.files.count).toBe(3)
  for (const moment of moments)
    expect([moment, await restore(backups.pathOf('killed'), moment)]).toEqual([
      moment,
      { code: null, signal: 'SIGKILL', words: expect.any(String) },
    ])
  await withInstallation(finding('killed'), async ({ databaseUrls: { ai } }) => {
    await expect(migrate({ DATABASE_URL: ai }, { migrations })).rejects.toThrow('has not finished: run it again')
  })
  expect(await restore(backups.pathOf('killed'))).toMatchObject({ code: 0 })
  expect({ rows: rowsOf(await saved('killed')), files: filesOf('killed') }).toEqual(expected)
}, 240_000)
