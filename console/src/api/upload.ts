import type { uploadKinds } from '@quire/contracts'
import { api, Refused } from './client.ts'

interface Upload {
  organizationId: string
  file: File
  kind: (typeof uploadKinds)[number]
  /** Gets the bytes that are sent. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

/** Uploads a file to the storage of an organization; returns its key. Throws `Refused`. */
export async function upload({ organizationId, file, kind, onProgress, signal }: Upload): Promise<string> {
  const { name, type, size } = file
  const { url, key } = await api.post('/v1/orgs/{organizationId}/storage/upload', {
    params: { organizationId },
    body: { file: { name, type: type || 'application/octet-stream', size }, kind },
    ...(signal && { signal }),
  })
  await put(url, file, onProgress, signal)
  return key
}

/** `fetch` does not tell how much of a body is sent. */
const put = (url: string, file: File, onProgress: Upload['onProgress'], signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Refused(request.status, messageIn(request.responseText)))
    request.onerror = () => reject(new Refused(0, 'offline'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })

function messageIn(answer: string): string {
  try {
    const { error } = JSON.parse(answer) as { error?: { message?: string } }
    return error?.message ?? ''
  } catch {
    // A proxy in front may answer with a page of its own.
    return ''
  }
}
