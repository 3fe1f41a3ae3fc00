import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines, readable in a terminal; never holds tokens, bodies or secrets. */
export function createLog(service: string, level: string): Logger {
  const transport = process.stdout.isTTY ? { target: 'pino-pretty' } : undefined
  return pino({ level, base: { service }, ...(transport && { transport }) })
}
