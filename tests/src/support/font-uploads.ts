import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Api } from './api-client.ts'

const packages = createRequire(new URL('../../../services/sites/package.json', import.meta.url))

/** Returns the path of the file of a font that Quire ships. */
export const fontFile = (ending: 'woff2' | 'woff' = 'woff2') =>
  packages.resolve(`@fontsource/lato/files/lato-latin-400-normal.${ending}`)

export const fontBytes = (ending?: 'woff2' | 'woff') => readFileSync(fontFile(ending))

/** Uploads a font for a person; resolves with the key for `createCustomFont`. */
export async function uploadFont(
  api: Api,
  token: string,
  organizationId: string,
  bytes = fontBytes(),
): Promise<string> {
  const file = {
    name: bytes.toString('latin1', 0, 4) === 'wOFF' ? 'own.woff' : 'own.woff2',
    type: '',
    size: bytes.length,
  }
  const { url, key } = await api.made('generateStorageUploadURL', token, {
    params: { organizationId },
    body: { file, kind: 'customization_font' },
  })
  const uploadToken = String(url).split('/').at(-1) ?? ''
  await api.made('uploadFile', token, { params: { uploadToken }, body: new Blob([new Uint8Array(bytes)]) })
  return String(key)
}
