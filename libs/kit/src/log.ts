import { type Logger, pino } from 'pino'

export type { Logger }

/** Creates a log of JSON lines, formatted in a terminal. Logs never contain tokens, bodies or secrets. */
export function createLog(service: string, level: string): Logger {
  const transport = process.stdout.isTTY ? { target: 'pino-pretty' } : undefined
  return pino({ level, base: { service }, ...(transport && { transport }) })
}
