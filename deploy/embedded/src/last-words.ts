import { errorIn } from './log-lines.ts'

const keptLines = 20

/** What a process printed last, line by line, to say why it ended. */
export type LastWords = ReturnType<typeof lastWords>

export function lastWords() {
  const lines: string[] = []
  return {
    add(line: string) {
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
    },
    text: () => lines.join('\n'),
    /** The last error among them, of a stack its head; else the last line that is no log entry; else nothing. */
    error(): string {
      const said = lines.map(errorIn).findLast((one) => one !== undefined)
      return said ?? lines.findLast((line) => line.trim() !== '' && !line.startsWith('{')) ?? ''
    },
  }
}

/** How a process ended: its own words, except where it was killed and had no say. */
export function reasonOf(
  { exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null },
  words: LastWords,
): string {
  if (signalCode === 'SIGKILL') return 'killed by SIGKILL'
  return words.error() || (signalCode ? `killed by ${signalCode}` : `exit code ${exitCode}`)
}
