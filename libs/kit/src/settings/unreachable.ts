import { shownValue } from '@quire/secrets/shown-value'

/** The error of a server that a process cannot use as it starts, which names the variable and its address. */
export function unreachable(variable: string, address: string, cause: unknown): Error {
  const where = shownValue(variable, address)
  return new Error(
    `Configuration: ${variable}: the server${where ? ` at ${where}` : ''} cannot be used: ${reasonOf(cause)}`,
    { cause },
  )
}

/** The message of an error, or those of the attempts that it sums up: a name may have several addresses. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  const { message, code } = cause as NodeJS.ErrnoException
  return message || String(code ?? cause)
}
