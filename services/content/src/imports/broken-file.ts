/** Thrown for a file that cannot be read while the others can. The message says why, in words for who imports. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile'
  /** Reading it took more time or memory than a text may take. */
  readonly isCostly: boolean

  constructor(problem: string, isCostly = false) {
    super(problem)
    this.isCostly = isCostly
  }
}

/** The result of work on one file, or why the file is broken. */
export async function orBroken<Result>(work: () => Promise<Result>): Promise<Result | BrokenFile> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BrokenFile) return error
    throw error
  }
}
