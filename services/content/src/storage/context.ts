import { implementer } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { Files, PictureParser } from './files/files.ts'
import type { RevisionCaches } from './revisions/storage.ts'
import type { Uploads } from './uploads/uploads.ts'

/** The dependencies of storage. */
export interface StorageNeeds {
  caches: RevisionCaches
  files: Files
  uploads: Uploads
}

export type StorageContext = ContentContext<StorageNeeds, PictureParser>

export const implement = implementer<Tables, StorageContext>()
