/** An error in a condition, for its author. `line` and `column` count from 1, columns in UTF-16 units. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError'
  readonly line: number
  readonly column: number

  constructor(reason: string, text: string, offset: number) {
    const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/)
    const line = before.length
    const column = (before.at(-1)?.length ?? 0) + 1
    super(`${reason} at ${line > 1 ? `line ${line}, ` : ''}column ${column}`)
    this.line = line
    this.column = column
  }
}
