// The printing process: reads the job in its folder, writes the PDF, and ends. Texts of people, their pictures and the
// native library are in a process of their own, which loads nothing of the service that reaches a database or a secret.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { inFolder, readJob } from './job.ts'
import { typeset } from './typeset.ts'

const [folder = '', memoryMb, timeoutMs] = process.argv.slice(2)

// Whoever waits for anything else goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The library holds this thread until it is done, so another one watches.
const workerData = { memoryMb: Number(memoryMb), timeoutMs: Number(timeoutMs) }
await once(new Worker(new URL('./watch.ts', import.meta.url), { workerData }), 'online')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
writeFileSync(join(folder, inFolder.pdf), typeset(readJob(read(inFolder.head), read(inFolder.pages)), folder), {
  mode: 0o600,
})
// In kilobytes, on all systems.
process.stdout.write(String(process.resourceUsage().maxRSS))
// The watch has no end of its own.
process.exit(0)
