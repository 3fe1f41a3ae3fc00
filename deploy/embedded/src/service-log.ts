import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Terminal } from './terminal.ts'

const errorLevel = 50
const levels: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** Returns the readable form of a line that a person should see now; undefined for other lines. */
export function noticeOf(line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return errorIn(line)
  const level = levels[Number(entry.level)]
  return level && `${level} ${textOf(entry)}`
}

/** Returns the error in a printed or logged line; undefined if there is none. */
function errorIn(line: string): string | undefined {
  const entry = parse(line)
  if (entry) return Number(entry.level) >= errorLevel ? textOf(entry) : undefined
  // The first line of a stack is enough; the file has the rest.
  return /^\w*Error\b/.test(line) ? line : undefined
}

function textOf({ msg = '', err }: Entry): string {
  return err?.message ? `${msg}: ${err.message}` : msg
}

interface Entry {
  level?: unknown
  msg?: string
  err?: { message?: string }
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const maxLogBytes = 10 * 1024 ** 2

/**
 * Appends a service's output to its log file, prints its warnings and errors on the terminal, and returns its last output.
 */
export function captureLog(name: string, file: string, streams: Readable[], terminal: Terminal): LastOutput {
  const output = lastOutput()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  setAside(file)
  const log = createWriteStream(file, { flags: 'a' })
  // A full disk must not stop the services.
  log.on('error', (error) => terminal.line(`  ${name}: its log cannot be written: ${error.message}`))
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      output.add(line)
      const notice = noticeOf(line)
      if (notice) terminal.line(`  ${name}: ${notice}`)
    })
  }
  Promise.allSettled(streams.map((stream) => new Promise((done) => stream.once('close', done)))).then(() => log.end())
  return output
}

/** Renames a log that has grown large, so that a new one begins; one earlier file is retained. */
function setAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
}

const maxLines = 20

/** The last lines that a process printed, to explain its end. */
export type LastOutput = ReturnType<typeof lastOutput>

export function lastOutput() {
  const lines: string[] = []
  return {
    add(line: string) {
      lines.push(line)
      if (lines.length > maxLines) lines.shift()
    },
    text: () => lines.join('\n'),
    /** The last error among the lines, without its stack; else the last line that is not a log entry. */
    error(): string {
      const found = lines.map(errorIn).findLast((one) => one !== undefined)
      return found ?? lines.findLast((line) => line.trim() !== '' && !line.startsWith('{')) ?? ''
    },
  }
}

/** Returns the reason that a process ended: its last error, unless it was killed. */
export function reasonOf(
  { exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null },
  output: LastOutput,
): string {
  if (signalCode === 'SIGKILL') return 'killed by SIGKILL'
  return output.error() || (signalCode ? `killed by ${signalCode}` : `exit code ${exitCode}`)
}
