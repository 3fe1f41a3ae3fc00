import { readArchive } from '../archive.ts'
import type { FileReader } from './reading.ts'

export const readZip: FileReader = async ({ bytes }, { field }) => ({
  files: await readArchive(bytes, { field }),
  failures: [],
})
