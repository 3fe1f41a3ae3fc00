/** Something that a check saw. */
export interface Finding {
  /** The part of the installation, as a heading. */
  part: string
  level: 'fine' | 'warning' | 'problem' | 'skipped'
  text: string
  /** What the operator can do about it. */
  todo?: string | undefined
}

/** A finding without its part. */
export type Seen = Omit<Finding, 'part'>

export const fine = (text: string): Seen => ({ level: 'fine', text })
export const skipped = (text: string): Seen => ({ level: 'skipped', text })
export const warning = (text: string, todo?: string): Seen => ({ level: 'warning', text, todo })
export const problem = (text: string, todo?: string): Seen => ({ level: 'problem', text, todo })

/** Looks at one part. An error that it throws is a problem of that part. */
export interface Check {
  part: string
  /** What to do if the check fails or does not end. */
  todo?: string
  /** `signal` aborts at the deadline. */
  look(signal: AbortSignal): Promise<Seen[]>
}

/** Runs all checks side by side, each with the same deadline: one that hangs is a problem, and delays no other. */
export async function runChecks(checks: readonly Check[], deadlineMs: number): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, deadlineMs)))
  return found.flat()
}

async function runCheck({ part, todo, look }: Check, deadlineMs: number): Promise<Finding[]> {
  const deadline = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${deadlineMs / 1000} s`))
    deadline.abort()
  }, deadlineMs)
  try {
    const seen = await Promise.race([look(deadline.signal), promise])
    return seen.map((one) => ({ part, ...one }))
  } catch (error) {
    return [{ part, ...problem(reasonOf(error), todo) }]
  } finally {
    clearTimeout(timer)
  }
}

/** The message of an error with its causes; a name with several addresses fails with an error for each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ')
  if (!(error instanceof Error)) return String(error)
  const own = error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
  return error.cause instanceof Error ? `${own}: ${reasonOf(error.cause)}` : own
}
