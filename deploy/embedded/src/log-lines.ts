const errorLevel = 50
const levels: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** Returns the readable form of a line that a person should see now; undefined for other lines. */
export function noticeOf(line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return errorIn(line)
  const level = levels[Number(entry.level)]
  return level && `${level} ${textOf(entry)}`
}

/** Returns the error in a printed or logged line; undefined if there is none. */
export function errorIn(line: string): string | undefined {
  const entry = parse(line)
  if (entry) return Number(entry.level) >= errorLevel ? textOf(entry) : undefined
  // The first line of a stack is enough; the file has the rest.
  return /^\w*Error\b/.test(line) ? line : undefined
}

function textOf({ msg = '', err }: Entry): string {
  return err?.message ? `${msg}: ${err.message}` : msg
}

interface Entry {
  level?: unknown
  msg?: string
  err?: { message?: string }
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
