import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'

/**
 * Does `work` with a stream to a file that is there, whole, once `work` has succeeded, and not at all before; `-` is the
 * standard output. Only its owner can read the file.
 */
export async function withOutput<Result>(target: string, work: (output: Writable) => Promise<Result>): Promise<Result> {
  if (target === '-') return work(process.stdout)
  const file = resolve(target)
  const partial = `${file}.partial`
  try {
    // Flushed, so that the name never stands for a file that a loss of power emptied.
    const result = await work(createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
    return result
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
