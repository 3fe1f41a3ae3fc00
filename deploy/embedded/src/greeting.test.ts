import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import pg from 'pg'
import { greet } from './greeting.ts'
import { copiedDatabase, dropDatabase } from './test-databases.ts'
import { testFolder } from './test-folder.ts'
import { testBackends } from './testing.ts'

const { postgresUrl } = testBackends()
const tokenScript = join(import.meta.dirname, 'stand-ins/token.ts')
const database = `greeting_${process.pid}`
let folder: string
let identityUrl: string
beforeEach(async () => {
  folder = mkdtempSync(join(testFolder(), 'quire-greeting-'))
  identityUrl = await copiedDatabase(postgresUrl, { name: database, source: 'greeting', make: makeTable })
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await dropDatabase(postgresUrl, database)
})

const makeTable = (url: string) => run(url, 'create table organization (id text primary key)')

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Returns what a start prints in an installation with the organization `zoo`, whose commands print `a-token`. */
async function greeting(): Promise<string> {
  await run(identityUrl, `insert into organization (id) values ('zoo')`)
  const lines: string[] = []
  await greet({
    ...{ url: 'http://127.0.0.1:1', dataFolder: folder, identityUrl, mailFolder: join(folder, 'mail') },
    ...{ tokenScript, adminScript: tokenScript, terminal: { line: (text) => lines.push(text) } },
    signal: new AbortController().signal,
  })
  return lines.join('\n')
}

test('an installation that is in use gets no person of a demo, and its operator reads how to sign in', async () => {
  const text = await greeting()
  expect(text).not.toMatch(/a-token|Ada/)
  expect(text).toContain('sign-in-link --email <address>')
})

test('each start of the demo prints a link and a token of its person', async () => {
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ organization: 'zoo', space: 'guide', site: 'quire' }))
  expect(await greeting()).toMatch(/Sign in as Ada.*a-token.*TOKEN=a-token.*\/v1\/orgs\/zoo\/spaces/s)
})
