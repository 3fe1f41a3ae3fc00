import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type LastWords, lastWords } from './last-words.ts'
import { worthShowing } from './log-lines.ts'
import type { Terminal } from './progress.ts'

const keptBytes = 10 * 1024 ** 2

/**
 * Appends a service's output to its log file, shows its warnings and errors on the terminal, and answers its last
 * lines.
 */
export function keepLog(name: string, file: string, streams: Readable[], terminal: Terminal): LastWords {
  const words = lastWords()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  setAside(file)
  const log = createWriteStream(file, { flags: 'a' })
  // A full disk must not take the services down with their logs.
  log.on('error', (error) => terminal.line(`  ${name}: its log cannot be written: ${error.message}`))
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      words.add(line)
      const shown = worthShowing(line)
      if (shown) terminal.line(`  ${name}: ${shown}`)
    })
  }
  Promise.allSettled(streams.map((stream) => new Promise((done) => stream.once('close', done)))).then(() => log.end())
  return words
}

/** Renames a log that has grown large, so that a new one begins; one earlier file is kept. */
function setAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > keptBytes) renameSync(file, `${file}.1`)
}
