import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Demo, demoPerson, seedDemo, storedDemo } from './demo.ts'
import { step, type Terminal } from './terminal.ts'

interface GreetingOptions {
  /** The gateway's address. */
  url: string
  dataFolder: string
  /** The database of identity. */
  identityUrl: string
  /** The folder to which mail is written; undefined if mail is sent. */
  mailFolder: string | undefined
  /** The token command's script. */
  tokenScript: string
  /** The script of the commands for people. */
  adminScript: string
  terminal: Terminal
  signal: AbortSignal
}

/**
 * Seeds the demo on the first start and prints how to use the system. A part that fails is reported; the rest goes on. Only
 * the demo has a person whom its operator did not let in: any other installation gets neither a token nor a link.
 */
export async function greet(options: GreetingOptions): Promise<void> {
  const { url, dataFolder, identityUrl, mailFolder, tokenScript, adminScript, terminal, signal } = options
  const { email, name } = demoPerson
  const printed = (script: string, args: string[]) =>
    printedBy(script, [...args, '--email', email, '--name', name], options)
  let made: Promise<string> | undefined
  const tokenOfDemo = () => {
    made ??= printed(tokenScript, ['--expires', '24h'])
    return made
  }
  const source = {
    isInUse: (id?: string) => hasOrganization(identityUrl, id),
    async seed() {
      const value = await tokenOfDemo()
      return step(terminal, 'Demo', () => seedDemo(url, value, signal))
    },
  }
  const demo = await attempt(terminal, 'the demo', () => storedDemo(dataFolder, source))
  const token = demo || made ? await attempt(terminal, 'a token', tokenOfDemo) : undefined
  const link = token && (await attempt(terminal, 'a link', () => printed(adminScript, ['sign-in-link'])))
  if (signal.aborted) return
  terminal.line(`\nQuire is ready at ${url}\nThe interface is described at ${url}/docs`)
  if (demo?.site) terminal.line(`A published site is at ${url}/sites/${demo.site}`)
  terminal.line(mailFolder ? `Mail is written to ${relative('', mailFolder)}` : 'Mail is sent through SMTP_URL')
  if (link) terminal.line(`\nSign in as ${name}, once and within a day, at\n\n${link}`)
  if (token) terminal.line(`\nA token of ${name}, good for a day; npm run -s token makes others:\n\nTOKEN=${token}`)
  else terminal.line('Sign in by mail, or by a link: npm run -s admin -- sign-in-link --email <address>')
  if (token && demo) terminal.line(`\nWith that line pasted, try:\n\n${examples(url, demo).join('\n')}`)
  terminal.line('\nCtrl-C stops it.')
}

/** Three commands that work if TOKEN is set. */
function examples(url: string, { organization, space }: Demo): string[] {
  const curl = 'curl -s -H "Authorization: Bearer $TOKEN"'
  const question = `-H 'Content-Type: application/json' -d '{"query":"How do I merge a change request?"}'`
  return [
    `${curl} ${url}/v1/orgs/${organization}/spaces`,
    `${curl} ${url}/v1/spaces/${space}/content`,
    `${curl} ${question} '${url}/v1/orgs/${organization}/ask?format=markdown'`,
  ]
}

async function attempt<T>(terminal: Terminal, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    terminal.line(`  There is no ${what.replace(/^(a|the) /, '')} yet: ${firstLine(error)}`)
    return undefined
  }
}

function firstLine(error: unknown): string {
  const { stderr } = Object(error)
  const text =
    typeof stderr === 'string' && stderr.trim() ? stderr : error instanceof Error ? error.message : String(error)
  return text.trim().split('\n')[0] ?? ''
}

/** True if there is an organization; of this id, if one is given. */
async function hasOrganization(connectionString: string, id?: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from organization where id = coalesce($1, id) limit 1', [id])
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}

/** Returns what a command of identity prints about the system that runs here. */
async function printedBy(
  script: string,
  args: string[],
  { dataFolder, signal }: Pick<GreetingOptions, 'dataFolder' | 'signal'>,
): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env, signal })
  return stdout.trim()
}
