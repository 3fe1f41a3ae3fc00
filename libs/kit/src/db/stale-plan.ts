/** True if a migration changed the columns of a statement prepared before it; under another name the statement works again. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = Object(error)
  return code === '0A000' && /cached plan must not change result type/.test(String(message))
}
