import { badRequest } from '@quire/kit'

/** Thrown for a file that cannot be read while the others can. The message is for the person who imports. */
export class BrokenFile extends Error {
  override readonly name = 'BrokenFile'
  /** True if reading it took more time or memory than a text may take. */
  readonly isCostly: boolean

  constructor(problem: string, isCostly = false) {
    super(problem)
    this.isCostly = isCostly
  }
}

/** Returns the result of work on one file, or the BrokenFile that the work throws. */
export async function orBroken<Result>(work: () => Promise<Result>): Promise<Result | BrokenFile> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BrokenFile) return error
    throw error
  }
}

/** Upper bound for costly files: each may occupy a thread for the whole timeout of a text. */
const maxCostly = 20

export type CountBroken = (path: string, file: BrokenFile) => void

/** Returns a counter of costly files, which throws 400 for `field` when there are too many. */
export function costlyFiles(field: string): CountBroken {
  let costly = 0
  return (path, { isCostly, message }) => {
    if (isCostly) costly += 1
    if (costly > maxCostly)
      throw badRequest(field, `holds more than ${maxCostly} files that are hard to read: ${path}: ${message}`)
  }
}
