import { openAsBlob } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Send } from './client.ts'
import type { Packed } from './pack-folder.ts'

const Upload = z.object({ url: z.string(), key: z.string() })
const Run = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  revision: z.string().optional(),
  importedResources: z.number(),
  totalResources: z.number(),
  failures: z.array(z.object({ path: z.string(), problem: z.string() })).optional(),
})

const pollMs = 500

interface Importing {
  /** The address of the server. */
  url: string
  organization: string
  space: string
  packed: Packed
  report: (line: string) => void
}

/** Imports a packed folder into a space and reports its progress. Throws one line if the import fails. */
export async function importInto(send: Send, { url, organization, space, packed, report }: Importing): Promise<void> {
  const { path, name, size } = packed
  const file = { name, type: 'application/zip', size }
  const upload = Upload.parse(await send('POST', `/orgs/${organization}/storage/upload`, { file, kind: 'import_file' }))
  // The public address of the server may not be reachable from here.
  const { pathname } = new URL(upload.url)
  const address = `${url}${pathname.slice(pathname.indexOf('/v1/'))}`
  const sent = await fetch(address, { method: 'PUT', body: await openAsBlob(path) })
  if (!sent.ok) throw new Error(`The upload was answered with ${sent.status}: try again.`)
  const start = { source: { type: 'file', files: [upload.key] }, target: { space } }
  const { id } = Run.parse(await send('POST', `/org/${organization}/imports`, start))
  for (let last = ''; ; ) {
    const run = Run.parse(await send('GET', `/org/${organization}/imports/${id}`))
    const line = `  ${run.importedResources} of ${run.totalResources} files`
    if (line !== last && run.totalResources > 0) report(line)
    last = line
    if (run.status === 'completed') return await reportResult(send, space, run, report)
    if (run.status !== 'pending' && run.status !== 'in-progress')
      throw new Error(run.reason ?? `The import ${run.status}.`)
    await setTimeout(pollMs)
  }
}

const Changes = z.object({
  changes: z.array(z.object({ type: z.string() })),
  more: z.number().optional(),
})

async function reportResult(send: Send, space: string, run: z.output<typeof Run>, report: Importing['report']) {
  for (const { path, problem } of run.failures ?? []) report(`  ${path}: ${problem}`)
  const found = Changes.parse(await send('GET', `/spaces/${space}/revisions/${run.revision}/changes?limit=1000`))
  const count = found.changes.filter(({ type }) => type.startsWith('page_')).length
  report(`  ${found.more ? 'More than ' : ''}${count} ${count === 1 ? 'page' : 'pages'} changed`)
}
