import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Terminal } from './progress.ts'

const keptBytes = 10 * 1024 ** 2
const levels: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** Appends what a service prints to its log file and shows its warnings and errors on the terminal. */
export function keepLog(name: string, file: string, streams: Readable[], terminal: Terminal): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  setAside(file)
  const log = createWriteStream(file, { flags: 'a' })
  // A full disk must not take the services down with their logs.
  log.on('error', (error) => terminal.line(`  ${name}: its log cannot be written: ${error.message}`))
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      const shown = worthShowing(line)
      if (shown) terminal.line(`  ${name}: ${shown}`)
    })
  }
  Promise.allSettled(streams.map((stream) => new Promise((done) => stream.once('close', done)))).then(() => log.end())
}

/** A log that has grown large makes place for a new one; one earlier file is kept. */
function setAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > keptBytes) renameSync(file, `${file}.1`)
}

/** The readable form of a line that a person should see now, nothing for the rest. */
export function worthShowing(line: string): string | undefined {
  const entry = parse(line)
  // Of a stack its head is enough; the file has the rest.
  if (!entry) return /^\w*Error\b/.test(line) ? line : undefined
  const level = levels[Number(entry.level)]
  if (!level) return undefined
  const cause = entry.err?.message ? `: ${entry.err.message}` : ''
  return `${level} ${entry.msg ?? ''}${cause}`
}

function parse(line: string): { level?: unknown; msg?: string; err?: { message?: string } } | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
