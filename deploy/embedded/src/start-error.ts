/** Thrown if something outside the program prevents a start; the message is one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError'
  /** The output of the failing server itself, for details. */
  readonly output: string

  constructor(message: string, output = '') {
    super(message)
    this.output = output
  }
}

/** Turns the last output of a server into one line, which says what to do if the cause is known. */
export function explain(error: unknown, name: string, port: number): unknown {
  if (!(error instanceof StartError) || error.output === '') return error
  const cause = known.find(({ pattern }) => pattern.test(error.output))
  const message = cause ? cause.message(name, port) : `${name} did not start: ${error.output.split('\n').at(-1)}`
  return new StartError(message, error.output)
}

const known = [
  {
    pattern: /Address already in use/i,
    message: (name: string, port: number) =>
      `${name} cannot have port ${port}: it is taken. Free it or choose another.`,
  },
  {
    pattern: /No space left on device/i,
    message: () => 'The disk is full: free some space and start again.',
  },
  {
    pattern: /Permission denied/i,
    message: (name: string) =>
      `${name} may not use its folder: it is another user's, or lies where user nobody, whom root's server runs as, cannot enter.`,
  },
]
