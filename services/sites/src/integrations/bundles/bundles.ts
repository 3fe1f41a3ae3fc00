import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, type OutboundAllow, webAddress } from '@quire/kit'
import { z } from 'zod'
import { BundleFailed } from './bundle-failed.ts'
import { type Bundle, type BundlePool, openBundlePool } from './bundle-pool.ts'
import { startBundle } from './bundle-process.ts'
import { findBundleCommand } from './bundle-program.ts'
import type { BundleAnswer, BundleRequest } from './bundle-request.ts'

/** Settings of hosted bundles. */
export const BundlesConfig = z.object({
  INTEGRATION_BUNDLES: z
    .stringbool()
    .default(false)
    .describe(
      '`on`: integrations may be published as a bundle, code that runs here in processes of its own ([hosted bundles](../operations.md#hosted-bundles)).',
    ),
  INTEGRATION_BUNDLE_PROCESSES: z.coerce
    .number()
    .int()
    .min(2)
    .max(64)
    .default(8)
    .describe(
      'Processes that run bundles at a time, and events that they handle at a time; one organization has half.',
    ),
  INTEGRATION_BUNDLE_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(96)
    .max(1024)
    .default(128)
    .describe('Memory of one such process in megabytes, of which 50 are the program.'),
  INTEGRATION_BUNDLE_API_URL: webAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Address at which sites reaches the gateway for bundles that call the interface; else `PUBLIC_URL`.'),
})

/** The bundles that run in this service. */
export interface Bundles extends AsyncDisposable {
  /** Returns the reason why none can run, as a sentence for whoever publishes one; undefined if they can. */
  refusal(): Promise<string | undefined>
  /** As in the pool; throws `BundleFailed` too where none can run. */
  ask(bundle: Bundle, request: BundleRequest): Promise<BundleAnswer>
  /** Starts a script; throws `BundleFailed` if it does not run. */
  check(bundle: Bundle, signal: AbortSignal): Promise<void>
}

interface BundlesParts {
  config: z.output<typeof BundlesConfig> & { OUTBOUND_ALLOW: OutboundAllow; PUBLIC_URL: string }
  log: Logger
}

const idleMs = 60_000
const maxCpuSeconds = 60
const megabyte = 1024 ** 2
/** Of the private memory that the program reserves for compiled code, it uses next to nothing. */
const reservedMegabytes = 540
const programMegabytes = 50
const checkTimeoutMs = 15_000

/** Opens the bundles; the program is looked for with the first one. */
export function openBundles({ config, log }: BundlesParts): Bundles {
  let opening: Promise<BundlePool | string> | undefined
  const opened = () => {
    opening ??= open({ config, log })
    return opening
  }
  async function ask(bundle: Bundle, request: BundleRequest) {
    const pool = await opened()
    if (typeof pool === 'string') throw new BundleFailed(`cannot run here: ${pool}`)
    return pool.ask(bundle, request)
  }
  return {
    ask,
    async refusal() {
      const pool = await opened()
      return typeof pool === 'string' ? pool : undefined
    },
    async check(bundle, signal) {
      // Any answer will do, also a refusal of this event.
      const event = { eventId: bundle.id, type: 'check' }
      await ask(bundle, { event, environment: {}, maxBytes: 1, timeoutMs: checkTimeoutMs, signal })
    },
    async [Symbol.asyncDispose]() {
      const pool = await opening
      if (pool && typeof pool !== 'string') await pool[Symbol.asyncDispose]()
    },
  }
}

async function open({ config, log }: BundlesParts): Promise<BundlePool | string> {
  if (!config.INTEGRATION_BUNDLES)
    return 'this installation runs no bundles of integrations, unless its operator sets INTEGRATION_BUNDLES to "on"'
  const memoryBytes = config.INTEGRATION_BUNDLE_MEMORY_MB * megabyte
  const dataBytes = reservedMegabytes * megabyte + memoryBytes
  const command = await findBundleCommand({ dataBytes, cpuSeconds: maxCpuSeconds }, log)
  if (typeof command === 'string') return command
  const folder = ownFolder(command.uid !== undefined)
  const sandbox = {
    ...{ command, folder, memoryBytes, outboundAllow: config.OUTBOUND_ALLOW },
    heapMegabytes: Math.floor((config.INTEGRATION_BUNDLE_MEMORY_MB - programMegabytes) * 0.8),
    own: {
      address: `${config.PUBLIC_URL}/v1`,
      server: `${config.INTEGRATION_BUNDLE_API_URL ?? config.PUBLIC_URL}/v1`,
    },
  }
  const pool = openBundlePool({
    ...{ processes: config.INTEGRATION_BUNDLE_PROCESSES, idleMs, now: () => performance.now() },
    start: (script) => startBundle(script, sandbox),
  })
  return {
    ask: pool.ask,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const prefix = 'quire-bundles-'

/**
 * Makes a folder for the processes of this one, and removes those of processes that were killed. The name has the process
 * with the time of its start, since numbers of processes come again.
 */
function ownFolder(isShared: boolean): string {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const [pid = '', started] = name.slice(prefix.length).split('-')
    if (startOf(pid) === started) continue
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {
      // It belongs to another user.
    }
  }
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-${startOf('self')}-`))
  if (isShared) chmodSync(folder, 0o711)
  return folder
}

/** Returns the time at which a process started, in ticks since the machine did; undefined if there is none. */
function startOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19]
  } catch {
    return undefined
  }
}
