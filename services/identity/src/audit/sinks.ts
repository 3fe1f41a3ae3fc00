import { open } from 'node:fs/promises'
import type { AuditConfig } from './config.ts'

const timeoutMs = 10_000

/** Takes lines; resolves once they are stored, throws if they may not be. */
export type AuditSink = (lines: readonly string[], signal: AbortSignal) => Promise<void>

/** Returns where audit events are streamed to; undefined if they are only listed. */
export function auditSink({ AUDIT_URL: url, AUDIT_FILE: file, AUDIT_URL_AUTHORIZATION }: AuditConfig) {
  if (url !== undefined) return endpointSink(url, AUDIT_URL_AUTHORIZATION)
  return file === undefined ? undefined : fileSink(file)
}

/**
 * Appends to a file, which is opened for each batch so that it may be rotated, and is on the disk before the lines count
 * as stored. A kill may leave a part of a line at the end: the next line then begins on a line of its own.
 */
const fileSink =
  (path: string): AuditSink =>
  async (lines) => {
    const file = await open(path, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
      const isTorn = size > 0 && buffer.toString() !== '\n'
      await file.appendFile(`${isTorn ? '\n' : ''}${lines.join('\n')}\n`)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

/** Posts to an address that the operator chose, which may be a private one; any answer but 2xx is a failure. */
const endpointSink =
  (url: string, authorization: string | undefined): AuditSink =>
  async (lines, signal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson', ...(authorization && { Authorization: authorization }) },
      body: `${lines.join('\n')}\n`,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the endpoint for audit events answered ${answer.status}`)
  }
