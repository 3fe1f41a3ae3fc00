import { api, Refused } from '../../../api/client.ts'

/** Uploads a file for an import; returns its key. `onProgress` gets the bytes that are sent. Throws `Refused`. */
export async function upload(
  organizationId: string,
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { name, type, size } = file
  const { url, key } = await api.post('/v1/orgs/{organizationId}/storage/upload', {
    params: { organizationId },
    body: { file: { name, type: type || 'application/octet-stream', size }, kind: 'import_file' },
    signal,
  })
  await put(url, file, onProgress, signal)
  return key
}

/** `fetch` does not tell how much of a body is sent. */
const put = (url: string, file: File, onProgress: (bytes: number) => void, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Refused(request.status, messageIn(request.responseText)))
    request.onerror = () => reject(new Refused(0, 'offline'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
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
