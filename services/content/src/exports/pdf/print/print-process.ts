import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
/** The library's own memory is the larger part; what parses the texts needs little. */
const flags = ['--max-semi-space-size=4', '--max-old-space-size=768']
/** The characters that are stored of a failing process's output. */
const maxOutput = 4000

interface PrintBounds {
  timeoutMs: number
  /** The memory of the whole process, the library's included. */
  memoryMb: number
}

/** `said` is what went wrong on the way. */
type PrintEnd =
  | { end: 'done'; peakMb: number; said: string }
  | { end: 'deadline' | 'memory' }
  | { end: 'failed'; said: string }

/**
 * Prints the job in a folder, in a process of its own: the library holds its thread until it is done, so only an end of
 * the process ends it. The process gets none of this one's environment. Rejects with the reason of `signal` where that
 * aborts; the process is gone by then.
 */
export async function runPrint(folder: string, bounds: PrintBounds, signal: AbortSignal): Promise<PrintEnd> {
  signal.throwIfAborted()
  const { NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...flags, main, folder, String(bounds.memoryMb), String(bounds.timeoutMs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
  })
  const { promise, resolve, reject } = Promise.withResolvers<PrintEnd>()
  let said = ''
  let peakKb = ''
  let isLate = false
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, bounds.timeoutMs)
  signal.addEventListener('abort', kill, { once: true })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, maxOutput)
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    peakKb += text
  })
  child.once('error', reject)
  child.once('close', (code, killedBy) => {
    if (signal.aborted) reject(signal.reason)
    else if (code === 0) resolve({ end: 'done', peakMb: Math.round(Number(peakKb) / 1024), said })
    else if (isLate) resolve({ end: 'deadline' })
    // The process kills itself beyond its memory, and so does the system.
    else if (killedBy === 'SIGKILL') resolve({ end: 'memory' })
    else resolve({ end: 'failed', said: said || `ended by ${killedBy ?? code}` })
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}
