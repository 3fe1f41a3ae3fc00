import type { FileHandle } from 'node:fs/promises'
import { badRequest, type GuardedClient } from '@quire/kit'
import { readAt } from '../../files/spool.ts'
import type { TextParser } from '../../parsing.ts'
import { BrokenFile } from '../broken-file.ts'
import type { ShowProgress } from '../plan.ts'
import type { Scratch } from '../scratch.ts'
import type { ReadSources } from '../sources.ts'

/** What readers work with. */
export interface Reading {
  web: GuardedClient
  parser: TextParser
  /** Where pages and pictures wait until they are brought in. */
  scratch: Scratch
  /** Aborts when nobody waits any more. */
  signal: AbortSignal
  /** The input that named the source, for refusals. */
  field: string
  progress?: ShowProgress | undefined
}

/** A file that was fetched or uploaded. Its reader does not close it. */
export interface OpenFile {
  bytes: FileHandle
  /** Without folders. */
  name: string
  /** As the server says; empty where nobody says it. */
  contentType: string
  /** Where it was fetched from, in the end. */
  url?: string
}

/** Finds the pages and files in a file. Throws 400 where nothing of it can be read. */
export type FileReader = (file: OpenFile, reading: Reading) => Promise<ReadSources>

/** All of a file, in memory. Throws BrokenFile where it is larger than it may be. */
export async function readWhole({ bytes }: Pick<OpenFile, 'bytes'>, mostBytes: number): Promise<Buffer> {
  const { size } = await bytes.stat()
  if (size > mostBytes) throw new BrokenFile(`is larger than ${mostBytes} bytes`)
  return readAt(bytes, size, 0)
}

/** Where the source is one file, there is nothing without it: it is refused by its name. */
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
