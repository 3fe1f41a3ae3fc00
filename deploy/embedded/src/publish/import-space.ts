import { openAsBlob } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { messageOf, type Send } from './client.ts'
import type { Packed } from './pack-folder.ts'
import { type Report, Run, reportRun } from './report-run.ts'

const Upload = z.object({ url: z.string(), key: z.string() })

const pollMs = 500

interface Importing {
  /** The address of the server. */
  url: string
  organization: string
  space: string
  packed: Packed
  report: Report
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
  if (!sent.ok) throw new Error(await uploadProblem(sent))
  const start = { source: { type: 'file', files: [upload.key] }, target: { space } }
  const { id } = Run.parse(await send('POST', `/org/${organization}/imports`, start))
  for (let last = ''; ; ) {
    const run = Run.parse(await send('GET', `/org/${organization}/imports/${id}`))
    const line = `  ${run.importedResources} of ${run.totalResources} files`
    if (line !== last && run.totalResources > 0) report(line)
    last = line
    if (run.status === 'completed') return await reportRun(send, space, run, report)
    if (run.status !== 'pending' && run.status !== 'in-progress')
      throw new Error(run.reason ?? `The import ${run.status}.`)
    await setTimeout(pollMs)
  }
}

async function uploadProblem(answer: Response): Promise<string> {
  const advice = answer.status >= 500 || answer.status === 429 ? ' Try again.' : ''
  return `The upload was refused with ${answer.status}: ${messageOf(await answer.text())}${advice}`
}
