import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkHolder } from '@quire/access'
import {
  conflict,
  createGroupSemaphore,
  diskRefusal,
  type Logger,
  type Loop,
  type Metrics,
  newId,
  startLoop,
  unavailable,
} from '@quire/kit'
import { Counter, Gauge } from 'prom-client'
import type { PdfConfig } from './config.ts'
import { byUse, type CachedPdf, createPdfCache } from './pdf-cache.ts'
import { inFolder } from './print/print-job.ts'
import { runPrint } from './print/print-process.ts'
import { removeFonts } from './print-fonts.ts'

/** Work that several callers wait for. */
interface Shared<Result> {
  result: Promise<Result>
  waiting: number
  end: AbortController
}

export interface Printer extends Pick<Loop, 'stop'> {
  /**
   * Returns the cached PDF of a key, or prints one from the input that `collect` writes to a folder. Throws the errors
   * of `collect`, 409 if the print is too large, 503 if too many requests wait.
   */
  print(wanted: PrintRequest, signal: AbortSignal): Promise<CachedPdf>
}

interface PrintRequest {
  /** The hash of all that the PDF depends on. */
  key: string
  organizationId: string
  holder: WorkHolder
  collect: (folder: string, signal: AbortSignal) => Promise<void>
}

const maxIdleMs = 3600_000
const sweepMs = 600_000
/** Bounds of the queue: waiting requests hold a connection, and a PDF takes some seconds. */
const queueLimits = { maxWaiting: 50, timeoutMs: 60_000 }

interface PrinterParts {
  config: PdfConfig
  folder: string
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** Prints PDFs below `folder`: each key once at a time, few at once, and never one account, address or organization with all permits. */
export function startPrinter({ config, folder, metrics, log }: PrinterParts): Printer {
  const ended = new Counter({
    name: 'quire_pdfs_total',
    help: 'PDFs by how making them ended: done, deadline, memory, failed',
    labelNames: ['end'],
    registers: [metrics.registry],
  })
  const cache = createPdfCache(join(folder, 'kept'))
  const workFolder = join(folder, 'work')
  const share = shareWork<void>()
  const closing = new AbortController()
  const bounds = { timeoutMs: config.PDF_TIMEOUT_MS, memoryMb: config.PDF_MEMORY_MB }
  const withPermit = createGroupSemaphore({
    permits: config.PDFS_AT_ONCE,
    permitsPerGroup: Math.max(1, config.PDFS_AT_ONCE - 1),
    areNested: false,
    ...queueLimits,
    refusal: () => unavailable('Many PDFs are being made: try again.', 10),
  })
  const sweeping = startLoop({ name: 'the sweep of PDFs', everyMs: sweepMs, log }, async () => {
    const now = Date.now()
    await cache.sweep({ maxIdleMs, maxBytes: config.PDF_KEPT_MB << 20, now })
    // Folders of killed processes.
    const abandoned = (await byUse(workFolder)).filter(({ usedAt }) => now - usedAt > 2 * bounds.timeoutMs + maxIdleMs)
    for (const { path } of abandoned) await rm(path, { recursive: true, force: true })
  })

  const memory = new Gauge({
    name: 'quire_pdf_memory_megabytes',
    help: 'The most memory that making the last PDF took, of its own process',
    registers: [metrics.registry],
  })

  /** Collects the input with a timeout, which is refused like a print that takes too long. */
  async function collectInTime(collect: PrintRequest['collect'], work: string, ends: AbortSignal): Promise<void> {
    const deadline = AbortSignal.timeout(bounds.timeoutMs)
    try {
      await collect(work, AbortSignal.any([ends, deadline]))
    } catch (error) {
      if (ends.aborted || !deadline.aborted) throw error
      ended.inc({ end: 'deadline' })
      log.warn({ end: 'deadline' }, 'what a PDF is made of could not be gathered in time')
      throw refusals.deadline()
    }
  }

  /** A font that the library cannot survive costs its own shapes, and not the PDF. */
  async function runWithFonts(work: string, ends: AbortSignal) {
    const print = await runPrint(work, bounds, ends)
    if ((print.end !== 'failed' && print.end !== 'memory') || !(await removeFonts(work))) return print
    log.warn(print, 'a PDF could not be made with the uploaded fonts')
    return runPrint(work, bounds, ends)
  }

  async function make({ key, organizationId, holder, collect }: PrintRequest, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, closing.signal])
    const groups = [`organization ${organizationId}`, `origin ${holder.origin}`, `account ${holder.account}`]
    await withPermit(groups, ends, async () => {
      const work = join(workFolder, newId())
      await mkdir(work, { recursive: true, mode: 0o700 })
      try {
        await collectInTime(collect, work, ends)
        const print = await runWithFonts(work, ends)
        ended.inc({ end: print.end })
        if (print.end !== 'done') {
          log.warn(print, 'a PDF could not be made')
          const [code] = (print.end === 'failed' && /\bE(NOSPC|DQUOT|FBIG|IO|ROFS)\b/.exec(print.said)) || []
          const refusal = diskRefusal({ code })
          if (refusal) throw refusal
          throw refusals[print.end]()
        }
        if (print.said !== '') log.warn({ said: print.said }, 'pages of a PDF could not be printed')
        memory.set(print.peakMb)
        await cache.add(key, join(work, inFolder.pdf))
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    })
    sweeping.wake()
  }

  return {
    async print(wanted, signal) {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const known = await cache.find(wanted.key)
        if (known) return known
        await share(wanted.key, signal, (ends) => make(wanted, ends))
      }
      const made = await cache.find(wanted.key)
      if (!made) throw unavailable('The PDF was not kept long enough: there is little room for PDFs.', 10)
      return made
    },
    async stop() {
      closing.abort()
      await sweeping.stop()
    },
  }
}

const advice = 'ask for a part of the pages by `page`'

const refusals = {
  deadline: () => conflict(`Making the PDF takes too long: ${advice}.`),
  memory: () => conflict(`The PDF takes more memory than one may use: ${advice}.`),
  failed: () => conflict(`The PDF could not be made: ${advice}, to find out which of them it is.`),
}

/**
 * Shares work between concurrent callers with the same key. Each caller waits no longer than its own signal; when the
 * last one stops waiting, the work is aborted.
 */
function shareWork<Result>() {
  const inProgress = new Map<string, Shared<Result>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const end = new AbortController()
    const shared: Shared<Result> = { waiting: 0, end, result: work(end.signal).finally(() => remove(key, shared)) }
    inProgress.set(key, shared)
    return shared
  }

  /** Removes shared work, so that a later caller begins it again. */
  function remove(key: string, shared: Shared<Result>) {
    if (inProgress.get(key) === shared) inProgress.delete(key)
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted()
    const shared = inProgress.get(key) ?? begin(key, work)
    shared.waiting += 1
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([shared.result, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      shared.waiting -= 1
      if (shared.waiting === 0) {
        remove(key, shared)
        shared.end.abort()
        // No caller is left to handle the rejection.
        shared.result.catch(() => undefined)
      }
    }
  }
}
