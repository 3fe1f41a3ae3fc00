// npm run -s publish -- <folder or zip> [--title <title>] [--url <address>] [--token <token>] [--organization <id>] [--replace]
// Publishes a folder of markdown as a public site and prints its address; a site of this title is updated. Without --url it
// is the system that npm start runs. QUIRE_URL and QUIRE_TOKEN stand for --url and --token. --replace publishes a folder
// other than the one that the site has its pages from. Exits with 1 if something failed, be it a single page.
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findServer } from './find-server.ts'
import { publishFolder } from './publish-folder.ts'
import type { Report } from './report-run.ts'

const tokenScript = resolve(import.meta.dirname, '../../../../services/identity/src/tokens/command.ts')

try {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    options: { title: text, url: text, token: text, organization: text, replace: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [source, ...others] = positionals
  if (source === undefined || others.length > 0) {
    throw new Error('Name one folder of markdown or one .zip, as in npm run -s publish -- ../docs')
  }
  const server = await findServer(values, process.env, tokenScript)
  const title = values.title ?? basename(resolve(source)).replace(/\.zip$/i, '')
  // Progress goes to the error stream, so that the address is alone on the other one.
  const report: Report = (line, kind) => {
    process.stderr.write(`${line}\n`)
    if (kind === 'failure') process.exitCode = 1
  }
  process.stdout.write(`${await publishFolder(server, { source, title, report, replace: values.replace })}\n`)
} catch (error) {
  process.stderr.write(`publish: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
// The channel to the parent would keep this process from ending.
if (process.connected) process.disconnect()
