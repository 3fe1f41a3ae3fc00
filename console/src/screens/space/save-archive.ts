import type { Space } from '@quire/contracts'
import { addressOf, request } from '../../api/client.ts'

interface Saving {
  signal: AbortSignal
  /** Gets the bytes that have come so far. */
  onProgress: (bytes: number) => void
}

/** For this long the archive stays in memory: browsers read it after the link was followed. */
const heldMs = 60_000

/**
 * Saves the live content of a space as an archive. The address takes the console's key, so a plain link to it is not enough.
 * Throws `Refused`, or an `AbortError` once `signal` is aborted.
 */
export async function saveArchive({ id: spaceId, title }: Space, { signal, onProgress }: Saving): Promise<void> {
  const address = addressOf('/v1/spaces/{spaceId}/export/archive', { spaceId })
  const response = await request('GET', address, { signal })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value)
    bytes += read.value.length
    onProgress(bytes)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }))
  link.download = `${title || spaceId}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), heldMs)
}
