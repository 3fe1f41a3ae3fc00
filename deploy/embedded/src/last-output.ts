import { errorIn } from './log-lines.ts'

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
