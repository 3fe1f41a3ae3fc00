import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type LastOutput, lastOutput } from './last-output.ts'
import { noticeOf } from './log-lines.ts'
import type { Terminal } from './terminal.ts'

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
