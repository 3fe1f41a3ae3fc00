// The printing process: reads the job in its folder, writes the PDF, and ends. Texts of people, their pictures and the
// native library are in a process of their own, which loads nothing of the service that reaches a database or a secret.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { comeAfterOthers } from '@quire/kit/priority'
import { hrefOf } from '../../../pages/hrefs.ts'
import { inFolder, readJob } from './print-job.ts'
import { typeset } from './typeset.ts'

const [folder = '', memoryMb, timeoutMs] = process.argv.slice(2)

comeAfterOthers()
// The library holds this thread until it is done, so another one watches.
const workerData = { memoryMb: Number(memoryMb), timeoutMs: Number(timeoutMs) }
await once(new Worker(new URL('./watch-memory.ts', import.meta.url), { workerData }), 'online')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const job = readJob(read(inFolder.head), read(inFolder.pages))
const pdf = await typeset(job, folder, (ref) => (ref.kind === 'tag' ? undefined : hrefOf(ref, job)))
writeFileSync(join(folder, inFolder.pdf), pdf, { mode: 0o600 })
// In kilobytes, on all systems.
process.stdout.write(String(process.resourceUsage().maxRSS))
// The watch has no end of its own.
process.exit(0)
