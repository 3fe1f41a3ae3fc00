import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { openLog } from './log-file.ts'
import type { Terminal } from './terminal.ts'

const errorLevel = 50
const levels: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** Returns the readable form of a line that a person should see now; undefined for other lines. */
export function noticeOf(line: string): string | undefined {
  const entry = parse(line)
  const level = levels[Number(entry?.level)]
  const notice = entry ? level && `${level} ${textOf(entry)}` : errorIn(line)
  return notice && printable(notice)
}

const maxNotice = 500

/** Cuts a line for the terminal. Texts of strangers in it must not move the cursor or set colours. */
const printable = (text: string) =>
  (text.length > maxNotice ? `${text.slice(0, maxNotice)}…` : text).replaceAll(/\p{Cc}+/gu, ' ')

/** Returns the error in a printed or logged line; undefined if there is none. */
function errorIn(line: string): string | undefined {
  const entry = parse(line)
  if (entry) return Number(entry.level) >= errorLevel ? textOf(entry) : undefined
  // The first line of a stack is enough; the file has the rest.
  return /^\w*Error\b/.test(line) ? line : undefined
}

/** The message with its cause, and the request that it is about. */
function textOf({ msg = '', err, reason, method, path, status }: Entry): string {
  const cause = err?.message ?? reason
  const about = [method, path, status].filter((one) => one !== undefined).join(' ')
  return [msg, ...(cause ? [`: ${cause}`] : []), ...(about ? [` (${about})`] : [])].join('')
}

interface Entry {
  level?: unknown
  msg?: string
  err?: { message?: string }
  /** The words of a refusal. */
  reason?: string
  method?: string
  path?: string
  status?: number
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Appends a service's output to its log file, prints its warnings and errors on the terminal, and returns its last output;
 * `closed` resolves once all of it is written.
 */
export function captureLog(
  name: string,
  file: string,
  streams: Readable[],
  terminal: Terminal,
): LastOutput & { closed: Promise<void> } {
  const output = lastOutput()
  const log = openLog(name, file, terminal)
  const read = streams.map((stream) => {
    const lines = createInterface({ input: stream }).on('line', (line) => {
      log.write(line)
      output.add(line)
      const notice = noticeOf(line)
      if (notice) terminal.line(`  ${name}: ${notice}`)
    })
    return new Promise<void>((done) => lines.once('close', done))
  })
  const closed = Promise.all(read).then(() => log.end())
  return { ...output, closed }
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
