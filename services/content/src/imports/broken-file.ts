import { badRequest } from '@quire/kit'

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

/** Each of them may hold its thread for all the time that a text may take. */
const mostCostly = 20

export type CountBroken = (path: string, file: BrokenFile) => void

/** Counts files that took too much to read; throws 400 for `field` with one too many. */
export function costlyFiles(field: string): CountBroken {
  let costly = 0
  return (path, { isCostly, message }) => {
    if (isCostly) costly += 1
    if (costly > mostCostly)
      throw badRequest(field, `holds more than ${mostCostly} files that are hard to read: ${path}: ${message}`)
  }
}
