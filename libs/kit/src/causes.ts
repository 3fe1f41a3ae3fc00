/** An error as it is looked at: anything may be thrown. */
interface Cause {
  code?: unknown
  message?: unknown
  name?: unknown
}

/** Returns an error and what caused it, from the outside in: libraries wrap the errors of servers and sockets. */
export function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let one = error; one; one = (one as { cause?: unknown }).cause) causes.push(one as Cause)
  return causes
}
