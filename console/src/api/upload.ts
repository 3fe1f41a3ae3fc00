import type { uploadKinds } from '@quire/contracts'
import { api, Refused } from './client.ts'

interface Sent {
  file: File
  /** Gets the bytes that are sent. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

interface ToOrganization extends Sent {
  organizationId: string
  kind: (typeof uploadKinds)[number]
}

/** Uploads a file to the storage of an organization, whose editors may; returns its key. Throws `Refused`. */
export async function upload({ organizationId, kind, ...sent }: ToOrganization): Promise<string> {
  const path = '/v1/orgs/{organizationId}/storage/upload'
  const body = { file: announced(sent.file), kind }
  return put(await api.post(path, { params: { organizationId }, body, ...signalOf(sent) }), sent)
}

interface ToSpace extends Sent {
  spaceId: string
  kind: Exclude<(typeof uploadKinds)[number], 'customization_font'>
}

/** Uploads a file for the pages of a space or an import into it, whose editors may; returns its key. Throws `Refused`. */
export async function uploadToSpace({ spaceId, kind, ...sent }: ToSpace): Promise<string> {
  const body = { file: announced(sent.file), kind }
  return put(
    await api.post('/v1/spaces/{spaceId}/storage/upload', { params: { spaceId }, body, ...signalOf(sent) }),
    sent,
  )
}

const announced = ({ name, type, size }: File) => ({ name, type: type || 'application/octet-stream', size })
const signalOf = ({ signal }: Sent) => signal && { signal }

/** `fetch` does not tell how much of a body is sent. */
const put = ({ url, key }: { url: string; key: string }, { file, onProgress, signal }: Sent) =>
  new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    request.onload = () =>
      request.status < 300 ? resolve(key) : reject(new Refused(request.status, messageIn(request.responseText)))
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
