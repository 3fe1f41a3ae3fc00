// npm run doctor [-- --json] [--scrub]
// Says on one page what is wrong with the installation of DATA_DIR, running or stopped, and what to do. With --scrub it also
// reads every stored file and compares it with its hash. --json prints the same for scripts. Exit status: 0 if all is
// well, 1 if there are problems, 2 if it could not look.
import { parseArgs } from 'node:util'
import { openFiles, progressOn, sizeOf } from '@quire/backup'
import { terminal as openTerminal } from '@quire/embedded'
import { examine, hasProblems, pageOf } from './doctor.ts'
import { type Finding, reasonOf } from './run-checks.ts'
import { type Hit, scrub } from './scrub/scrub.ts'
import { type Subject, withSubject } from './subject.ts'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopping.abort(new Error('Interrupted.')))

const couldNotLook = 2
const terminal = openTerminal(process.stderr)

async function scrubbed({ environments: { content } }: Subject): Promise<Finding[]> {
  const part = 'Stored files'
  const databaseUrl = content.DATABASE_URL
  if (!databaseUrl) return [{ part, level: 'skipped', text: 'there is no database of content' }]
  const files = await openFiles(content)
  const { hits, found, ...read } = await scrub({
    ...{ databaseUrl, files },
    progress: progressOn(terminal),
    signal: stopping.signal,
  })
  const text = `${read.files} files (${sizeOf(read.bytes)}) were read, ${found} are damaged or missing`
  const total: Finding = { part, level: found > 0 ? 'problem' : 'fine', text }
  return [...hits.map((hit): Finding => ({ part, level: 'problem', text: lineOf(hit), todo })), total]
}

const todo = 'Upload it again, or restore a backup that has it.'

function lineOf({ blob, fault, names, spaces }: Hit): string {
  const files = names.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ') || 'named by no row'
  const where = spaces.map(({ id, organizationId, title }) =>
    `${JSON.stringify(title)} ${id && `(${id}) `}of organization ${organizationId}`.trim(),
  )
  return `${blob} ${fault}: ${files}${where.length > 0 ? ` in ${where.join(', ')}` : ''}`
}

async function look(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, scrub: { type: 'boolean' } } })
  const finding = { env: process.env, terminal, signal: stopping.signal }
  const findings = await withSubject(finding, async (subject) => [
    ...(await examine(subject)),
    ...(values.scrub ? await scrubbed(subject) : []),
  ])
  const page = values.json ? `${JSON.stringify({ findings }, undefined, 2)}\n` : pageOf(findings)
  await new Promise((done) => process.stdout.write(page, done))
  process.exitCode = hasProblems(findings) ? 1 : 0
}

try {
  await look()
} catch (error) {
  process.stderr.write(`doctor: ${reasonOf(error)}\n`)
  process.exitCode = couldNotLook
}
// A server that hangs must not keep the command.
process.exit()
