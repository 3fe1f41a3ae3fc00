import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
// rotating-file-stream (MIT) begins a new file while the process runs, without losing what is written meanwhile.
import { createStream } from 'rotating-file-stream'
import type { Terminal } from './terminal.ts'

/** A log begins anew at this size; so many earlier ones stay. */
const rotation = { size: '10M', rotate: 2 } as const

/** Time between two attempts to open a file that could not be written. */
const reopenAfterMs = 5000

interface LogFile {
  write(line: string): void
  /** Resolves once all of it is written. */
  end(): Promise<void>
}

/**
 * Opens a log file, which begins anew when it is full. A failure, as of a full disk, is one line on the terminal and stops
 * nobody: a later line opens the file again, which then says how many are missing. `now` is in milliseconds.
 */
export function openLog(name: string, file: string, terminal: Terminal, now = () => performance.now()): LogFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let stream = open()
  let openedAt = now()
  let lost = 0
  let failure: Error | undefined

  function open() {
    const opened = createStream(fileOf(basename(file)), { path: dirname(file), ...rotation })
    opened.on('error', (error) => {
      if (!failure) terminal.line(`  ${name}: its log cannot be written: ${error.message}`)
      failure = error
    })
    opened.on('warning', (error) => terminal.line(`  ${name}: its log has a problem: ${error.message}`))
    return opened
  }

  /** A stream that failed once takes nothing more, so another one takes its place. */
  function reopen() {
    stream = open()
    openedAt = now()
    const count = lost
    // The last line may have been written in part.
    stream.write(
      `\nUp to ${count} lines are missing here: the log could not be written: ${failure?.message}\n`,
      (error) => {
        if (error) return
        lost -= count
        failure = undefined
        terminal.line(`  ${name}: its log is written again; up to ${count} lines are missing`)
      },
    )
  }

  return {
    write(line) {
      if (stream.destroyed && now() - openedAt >= reopenAfterMs) reopen()
      stream.write(`${line}\n`, (error) => {
        if (error) lost += 1
      })
    },
    end: () => new Promise((done) => stream.end(() => done())),
  }
}

/** Names the log, and the earlier ones by how far back they are. */
const fileOf = (name: string) => (back: number | Date | null) => (typeof back === 'number' ? `${name}.${back}` : name)
