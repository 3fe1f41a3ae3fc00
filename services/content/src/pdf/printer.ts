import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, createGate, type Logger, type Loop, type Metrics, newId, startLoop, unavailable } from '@quire/kit'
import { Counter, Gauge } from 'prom-client'
import type { PdfConfig } from './config.ts'
import { byUse, type KeptPdf, keptPdfs } from './kept.ts'
import { inFolder } from './print/job.ts'
import { runPrint } from './print/process.ts'
import { shareWork } from './shared-work.ts'

export interface Printer extends Pick<Loop, 'stop'> {
  /**
   * The PDF that is kept under a key, else one that is made of what `gather` puts into a folder. Throws what `gather`
   * throws, 409 where the print is too large, 503 where too many wait.
   */
  print(wanted: Wanted, signal: AbortSignal): Promise<KeptPdf>
}

interface Wanted {
  /** The hash of all that the PDF depends on. */
  key: string
  organizationId: string
  gather: (folder: string, signal: AbortSignal) => Promise<void>
}

const keptMs = 3600_000
const sweepMs = 600_000
/** Those who wait hold a connection; a PDF takes some seconds. */
const waits = { mostWaiting: 50, waitMs: 60_000 }

interface PrinterParts {
  config: PdfConfig
  folder: string
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** Makes PDFs below `folder`: each key once at a time, few at once, and one organization never takes all places. */
export function startPrinter({ config, folder, metrics, log }: PrinterParts): Printer {
  const ended = new Counter({
    name: 'quire_pdfs_total',
    help: 'PDFs by how making them ended: done, deadline, memory, failed',
    labelNames: ['end'],
    registers: [metrics.registry],
  })
  const kept = keptPdfs(join(folder, 'kept'))
  const workshop = join(folder, 'work')
  const share = shareWork<void>()
  const closing = new AbortController()
  const bounds = { timeoutMs: config.PDF_TIMEOUT_MS, memoryMb: config.PDF_MEMORY_MB }
  const gate = createGate({
    most: config.PDFS_AT_ONCE,
    mostOfGroup: Math.max(1, config.PDFS_AT_ONCE - 1),
    ...waits,
    refusal: () => unavailable('Many PDFs are being made: try again.', 10),
  })
  const sweeping = startLoop({ name: 'the sweep of PDFs', everyMs: sweepMs, log }, async () => {
    const now = Date.now()
    await kept.sweep({ oldestMs: keptMs, mostBytes: config.PDF_KEPT_MB << 20, now })
    // What a process left that was killed.
    const left = (await byUse(workshop)).filter(({ usedAt }) => now - usedAt > 2 * bounds.timeoutMs + keptMs)
    for (const { path } of left) await rm(path, { recursive: true, force: true })
  })

  const memory = new Gauge({
    name: 'quire_pdf_memory_megabytes',
    help: 'The most memory that making the last PDF took, of its own process',
    registers: [metrics.registry],
  })

  /** What storage holds back ends like a print that takes too long. */
  async function gathered(gather: Wanted['gather'], work: string, ends: AbortSignal): Promise<void> {
    const deadline = AbortSignal.timeout(bounds.timeoutMs)
    try {
      await gather(work, AbortSignal.any([ends, deadline]))
    } catch (error) {
      if (ends.aborted || !deadline.aborted) throw error
      ended.inc({ end: 'deadline' })
      log.warn({ end: 'deadline' }, 'what a PDF is made of could not be gathered in time')
      throw refusals.deadline()
    }
  }

  async function make({ key, organizationId, gather }: Wanted, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, closing.signal])
    await gate(organizationId, ends, async () => {
      const work = join(workshop, newId())
      await mkdir(work, { recursive: true, mode: 0o700 })
      try {
        await gathered(gather, work, ends)
        const print = await runPrint(work, bounds, ends)
        ended.inc({ end: print.end })
        if (print.end !== 'done') {
          log.warn(print, 'a PDF could not be made')
          throw refusals[print.end]()
        }
        if (print.said !== '') log.warn({ said: print.said }, 'pages of a PDF could not be printed')
        memory.set(print.peakMb)
        await kept.take(key, join(work, inFolder.pdf))
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    })
    sweeping.wake()
  }

  return {
    async print(wanted, signal) {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const known = await kept.find(wanted.key)
        if (known) return known
        await share(wanted.key, signal, (ends) => make(wanted, ends))
      }
      const made = await kept.find(wanted.key)
      if (!made) throw unavailable('The PDF was not kept long enough: there is little room for PDFs.', 10)
      return made
    },
    async stop() {
      closing.abort()
      await sweeping.stop()
    },
  }
}

const smaller = 'ask for a part of the pages by `page`'

const refusals = {
  deadline: () => conflict(`Making the PDF takes too long: ${smaller}.`),
  memory: () => conflict(`The PDF takes more memory than one may use: ${smaller}.`),
  failed: () => conflict(`The PDF could not be made: ${smaller}, to find out which of them it is.`),
}
