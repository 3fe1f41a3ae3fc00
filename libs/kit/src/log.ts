import { type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

/** Creates a log of JSON lines, formatted in a terminal. Logs never contain tokens, bodies or secrets. */
export function createLog(service: string, level: string): Logger {
  const transport = process.stdout.isTTY ? { target: 'pino-pretty' } : undefined
  return pino({ level, base: { service }, hooks: { logMethod: boundRefusals() }, ...(transport && { transport }) })
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lines of one kind that are written whole in each window. */
const maxLines = 20

interface Kind {
  status: number
  message: string
  seen: number
  /** Writes a line at the level of the first one of its kind. */
  write: (fields: object, message: string) => void
}

/**
 * A hook that bounds the lines about refused requests, whoever sends how many: of each status and message, the first ones
 * of a window are written, and at its end one with the number of the others. A status of 500 is a bug, whose answer
 * refers to the log by its id, so each of those is written.
 */
export function boundRefusals(windowMs = 10_000): LogMethod {
  const kinds = new Map<string, Kind>()
  let timer: NodeJS.Timeout | undefined

  function endWindow() {
    timer = undefined
    const ended = [...kinds.values()]
    kinds.clear()
    for (const { status, message, seen, write } of ended) {
      const more = seen - maxLines
      if (more > 0) write({ status, more }, `${message}: and ${more.toLocaleString('en')} more`)
    }
  }

  return function bounded(args, method, level) {
    const [{ status }, message] = [Object(args[0]), String(args[1])]
    if (typeof status !== 'number' || status < 400 || status === 500) return method.apply(this, args)
    const key = `${level} ${status} ${message}`
    const write = (fields: object, text: string) => method.call(this, fields, text)
    const kind = kinds.get(key) ?? { status, message, seen: 0, write }
    kinds.set(key, kind)
    kind.seen += 1
    if (!timer) timer = setTimeout(endWindow, windowMs).unref()
    if (kind.seen <= maxLines) method.apply(this, args)
  }
}
