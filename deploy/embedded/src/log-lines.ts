const errorLevel = 50
const levels: Record<number, string> = { 40: 'warn', 50: 'error', 60: 'fatal' }

/** The readable form of a line that a person should see now, nothing for the rest. */
export function worthShowing(line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return errorIn(line)
  const level = levels[Number(entry.level)]
  return level && `${level} ${textOf(entry)}`
}

/** The error that a line tells of, whether printed or logged; nothing where it tells of none. */
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
