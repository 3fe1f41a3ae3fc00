import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'

/**
 * Does `work` with a stream to a file that is there, whole, once `work` has succeeded, and not at all before; `-` is the
 * standard output. The stream breaks once `signal` is aborted. Only its owner can read the file. Nothing that exists is
 * written to or replaced: in a folder that others write to, it would be theirs.
 */
export async function withOutput<Result>(
  target: string,
  signal: AbortSignal,
  work: (output: Writable) => Promise<Result>,
): Promise<Result> {
  if (target === '-') return work(breakableBy(signal, process.stdout))
  const file = resolve(target)
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', 0o600).catch((error) => {
    throw isTaken(error)
      ? new Error(`${partial} exists: another backup writes it, or left it when it was killed; delete it then.`)
      : error
  })
  // Flushed, so that the name never stands for a file that a loss of power emptied.
  const output = breakableBy(signal, handle.createWriteStream({ flush: true, highWaterMark: waitingBytes }))
  output.on(
    'drain',
    writtenBack(handle, () => output.bytesWritten),
  )
  try {
    const result = await work(output)
    await giveName(partial, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
    return result
  } finally {
    output.destroy()
    await rm(partial, { force: true })
  }
}

/** Bytes that wait for the disk while the next ones are read. */
const waitingBytes = 4 * 1024 ** 2
/** Bytes after which the disk begins to write, so that little is left to be flushed at the end. */
const stepBytes = 32 * 1024 ** 2

/** Returns a function that has the disk write what was written since its last call, unless that is little. */
function writtenBack(handle: FileHandle, written: () => number): () => void {
  let [begun, isWriting] = [0, false]
  return () => {
    if (isWriting || written() - begun < stepBytes) return
    begun = written()
    isWriting = true
    // The flush at the end reports what fails here.
    const done = () => {
      isWriting = false
    }
    handle.datasync().then(done, done)
  }
}

function breakableBy<Output extends Writable>(signal: AbortSignal, output: Output): Output {
  signal.addEventListener('abort', () => output.destroy(signal.reason), { once: true })
  return output
}

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** Names a file, which a link does only where nothing has the name; some file systems have no links. */
async function giveName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    if (isTaken(error)) throw new Error(`${file} exists already: name another file.`)
    await rename(partial, file)
  }
}
