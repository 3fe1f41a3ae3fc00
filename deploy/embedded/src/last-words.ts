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
    /** The last error among the lines, of a stack only its first line; else the last line that is no log entry. */
    error(): string {
      const said = lines.map(errorIn).findLast((one) => one !== undefined)
      return said ?? lines.findLast((line) => line.trim() !== '' && !line.startsWith('{')) ?? ''
    },
  }
}

/** How a process ended: in its own words, unless it was killed. */
export function reasonOf(
  { exitCode, signalCode }: { exitCode: number | null; signalCode: NodeJS.Signals | null },
  words: LastWords,
): string {
  if (signalCode === 'SIGKILL') return 'killed by SIGKILL'
  return words.error() || (signalCode ? `killed by ${signalCode}` : `exit code ${exitCode}`)
}
