import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type OutboundAllow, openFetchProxy } from '@quire/kit'
import { comeAfterOthers } from '@quire/kit/priority'
import { BundleFailed } from './bundle-failed.ts'
import type { BundleCommand } from './bundle-program.ts'
import { askAt, type BundleAnswer, type BundleRequest } from './bundle-request.ts'
import { type ProcessUse, useOf } from './bundle-watch.ts'
import { spawnAlone } from './spawn-alone.ts'

/** A process that runs one bundle. */
export interface RunningBundle extends AsyncDisposable {
  /** The reason why it has ended, as the end of a sentence; undefined while it runs. */
  ended(): string | undefined
  /** Sends an event; throws `BundleFailed` if the process ends meanwhile, and the reason of `signal` if it aborts. */
  ask(request: BundleRequest, signal: AbortSignal): Promise<BundleAnswer>
  use(): ProcessUse | undefined
  /** Ends the process at once. */
  kill(reason: string): void
}

export interface BundleSandbox {
  command: BundleCommand
  /** The folder that folders of processes are made in. */
  folder: string
  /** Memory for the objects of a script, without its buffers. */
  heapMegabytes: number
  /** The resident size of a process beyond which it is killed. */
  memoryBytes: number
  outboundAllow: OutboundAllow
  /** The interface: its public address, and the address of the server behind it. */
  own: { address: string; server: string }
}

/** The version of the runtime's behaviour that `@gitbook/cli` builds for. */
const compatibilityDate = '2025-05-25'
const startTimeoutMs = 10_000
const watchEveryMs = 100
/** Characters of what a process writes before it ends. */
const maxComplaint = 4000
/** A process that crashes writes down where, before it ends. */
const endIsKnownMs = 2000
/** It has two; a program of scripts cannot start more, unless it breaks out. */
const maxThreads = 32
const maxFetchBytes = 10 * 1024 ** 2
const maxFetches = 32
/** The first choice of the kernel if memory runs out. */
const firstToEnd = '1000'

const configuration = ({ heapMegabytes }: BundleSandbox) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${heapMegabytes}"],
  services = [
    (name = "bundle", worker = (
      modules = [
        (name = "main.js", esModule = embed "main.js"),
        (name = "bundle.js", esModule = embed "bundle.js")],
      compatibilityDate = "${compatibilityDate}",
      compatibilityFlags = ["nodejs_compat"],
      globalOutbound = "outbound")),
    (name = "outbound", external = (address = "unix:outbound", http = (style = proxy)))],
  sockets = [(name = "events", address = "unix:events", http = (), service = "bundle")]);
`

/** Without a handler the program would start, and answer each event with 500. */
const main = `import bundle from "bundle.js";
if (typeof (bundle?.fetch ?? bundle?.prototype?.fetch) !== "function")
  throw new TypeError("it does not export what createIntegration returns as its default");
export default bundle;
`

/**
 * Starts a process for a bundle, in a folder of its own that holds two sockets: one takes events, the other leads to a
 * proxy. Throws `BundleFailed` if it does not start.
 */
export async function startBundle(script: string, sandbox: BundleSandbox): Promise<RunningBundle> {
  const folder = await mkdtemp(join(sandbox.folder, 'bundle-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const files = { 'bundle.js': script, 'main.js': main, 'config.capnp': configuration(sandbox) }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const socketPath = join(folder, 'outbound')
  const { outboundAllow: allow, own, command } = sandbox
  opened.use(await openFetchProxy({ socketPath, allow, own, maxBytes: maxFetchBytes, maxRequests: maxFetches }))
  if (command.uid !== undefined) {
    await chmod(socketPath, 0o666)
    await chown(folder, command.uid, command.uid)
  }
  const child = spawnAlone(command, ['serve', 'config.capnp', '--control-fd=3'], folder)
  const running = watch(child, sandbox, folder)
  opened.defer(async () => {
    running.kill('was ended')
    await running.exit
  })
  await untilListening(child, running)
  // The program has read them; a bundle that breaks out finds sockets alone.
  await Promise.all(Object.keys(files).map((name) => rm(join(folder, name))))
  const all = opened.move()
  running.exit.then(() => all.disposeAsync()).catch(() => undefined)
  return { ...running, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function watch(child: ChildProcess, { memoryBytes }: BundleSandbox, folder: string) {
  let reason: string | undefined
  let complaint = ''
  let isOver = false
  const hasEnded = new AbortController()
  const { stderr } = child
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maxComplaint)
    // The rest is of no use, and a script writes faster than it is read: it waits for the next turn of the watch.
    if (complaint.length === maxComplaint && !isOver) stderr.pause()
  })
  const kill = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const use = () => (child.pid === undefined ? undefined : useOf(child.pid))
  const timer = setInterval(() => {
    const now = use()
    if (now && now.residentBytes > memoryBytes) kill('used more memory than it may')
    if (now && now.threads > maxThreads) kill('started more threads than it may')
    stderr?.resume()
  }, watchEveryMs)
  timer.unref()
  const { promise: exit, resolve } = Promise.withResolvers<void>()
  const end = (why: string) => {
    clearInterval(timer)
    reason ??= why
    hasEnded.abort()
    resolve()
  }
  child.once('error', (error) => end(`could not be started: ${error.message}`))
  child.once('exit', () => {
    isOver = true
    stderr?.resume()
  })
  // Once its complaint is read to the end.
  child.once('close', (_, signal) => end(causeOf(signal, complaint)))
  child.once('spawn', () => yieldToOthers(child.pid ?? 0))
  return {
    kill,
    use,
    exit,
    complaint: () => complaint,
    ended: () => (hasEnded.signal.aborted ? reason : undefined),
    async ask(request: BundleRequest, signal: AbortSignal) {
      try {
        return await askAt(join(folder, 'events'), request, AbortSignal.any([signal, hasEnded.signal]))
      } catch (error) {
        signal.throwIfAborted()
        // The connection breaks before the end of the process is known.
        await Promise.race([exit, setTimeout(endIsKnownMs, undefined, { signal }).catch(() => undefined)])
        signal.throwIfAborted()
        throw new BundleFailed(reason ?? `failed: ${(error as Error).message}`)
      }
    },
  }
}

/** Everything else goes first: other processes get the processor, and the kernel ends this one if memory runs out. */
function yieldToOthers(pid: number): void {
  try {
    comeAfterOthers(pid)
  } catch {
    // It has ended already.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, firstToEnd).catch(() => undefined)
}

/** The program complains of memory that it does not get, and ends in one of several ways. */
function causeOf(signal: NodeJS.Signals | null, complaint: string): string {
  if (/out of memory|cannot allocate memory|allocation failed/i.test(complaint)) return 'used more memory than it may'
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return 'used more of the processor or the memory than it may'
  return 'ended before it answered'
}

/** Waits for the message of the program that it listens. */
async function untilListening(child: ChildProcess, { exit, complaint, kill, ended }: ReturnType<typeof watch>) {
  const control = child.stdio[3] as Readable | null
  if (!control) throw new BundleFailed('could not be started')
  control.on('error', () => undefined)
  const deadline = AbortSignal.timeout(startTimeoutMs)
  await Promise.race([once(control, 'data', { signal: deadline }).catch(() => undefined), exit])
  control.resume()
  if (deadline.aborted) kill(`did not start within ${startTimeoutMs / 1000} seconds`)
  const reason = ended()
  if (deadline.aborted || reason !== undefined)
    throw new BundleFailed(`does not start: ${scriptError(complaint()) ?? reason ?? 'it takes too long'}`)
}

/** Returns the error of a script that the program has reported, without the places in its own code. */
function scriptError(complaint: string): string | undefined {
  return /Uncaught (.*)/.exec(complaint)?.[1]?.slice(0, 300)
}
