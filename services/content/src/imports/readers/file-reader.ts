import type { FileHandle } from 'node:fs/promises'
import { badRequest, type GuardedClient } from '@quire/kit'
import { readAt } from '../../storage/files/spool.ts'
import { BrokenFile } from '../broken-file.ts'
import type { ImportsParser } from '../context.ts'
import type { ReportProgress, ReportStep } from '../import-plan.ts'
import type { Scratch } from '../import-scratch.ts'
import type { ReadSources } from '../source-files.ts'

/** Dependencies of readers. */
export interface Reading {
  web: GuardedClient
  parser: ImportsParser
  /** Holds converted pages and pictures until the import is applied. */
  scratch: Scratch
  /** Aborted when the run is cancelled or lost. */
  signal: AbortSignal
  /** The input that named the source, for refusals. */
  field: string
  progress?: ReportProgress | undefined
  onStep?: ReportStep | undefined
}

/** A fetched or uploaded file. Its reader does not close it. */
export interface OpenFile {
  bytes: FileHandle
  /** File name without folders. */
  name: string
  /** The server's Content-Type; empty if there is none. */
  contentType: string
  /** The address that it was fetched from, after redirects. */
  url?: string
}

/** Reads the pages and files in a file. Throws 400 if nothing can be read. */
export type FileReader = (file: OpenFile, reading: Reading) => Promise<ReadSources>

/** Reads a whole file into memory. Throws BrokenFile if it is too large. */
export async function readWhole({ bytes }: Pick<OpenFile, 'bytes'>, maxBytes: number): Promise<Buffer> {
  const { size } = await bytes.stat()
  if (size > maxBytes) throw new BrokenFile(`is larger than ${maxBytes} bytes`)
  return readAt(bytes, size, 0)
}

/** Converts a BrokenFile to a 400 with the file's name, for a source that is one file. */
export async function orRefused<Result>(
  name: string,
  { field }: Pick<Reading, 'field'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BrokenFile ? badRequest(field, `${name}: ${error.message}`.replace(/^: /, '')) : error
  }
}
