import { type Download, download } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { downloadHeaders } from '../../storage/files/downloads.ts'
import { type RevisionCaches, sqlStorage } from '../../storage/revisions/storage.ts'
import { archiveStream } from './archive-stream.ts'
import { archiveTexts, type ExportsParser } from './archive-texts.ts'
import { planArchive } from './plan-archive.ts'
import { writeSources } from './write-sources.ts'

/** Archives of whole spaces, in the format that is imported. */
export interface Exports {
  /** Streams the archive of a revision; `signal` aborts when the client disconnects. */
  archive(revision: Pick<OpenRevision, 'revision'>, title: string, signal: AbortSignal): Promise<Download>
}

interface ExportsParts {
  /** Connections that no request waits for. */
  sql: () => Sql
  blobs: BlobStore
  caches: RevisionCaches
  inBackground: (signal: AbortSignal) => ExportsParser
}

/** The longest time that one export takes, also to a client that reads slowly. */
const maxExportMs = 30 * 60_000

export function createExports({ sql, blobs, caches, inBackground }: ExportsParts): Exports {
  return {
    async archive({ revision }, title, disconnected) {
      const signal = AbortSignal.any([disconnected, AbortSignal.timeout(maxExportMs)])
      // The texts of a whole space would evict the texts that readers use.
      const withoutDocuments = { ...caches, documents: new LRUCache<string, string>({ max: 1 }) }
      const storage = sqlStorage(sql(), revision.store, withoutDocuments)
      const plan = await planArchive(storage, revision.roots)
      const parser = inBackground(signal)
      const listings = await writeSources(plan, { storage, parser })
      const texts = archiveTexts(plan, { storage, parser, spaceId: revision.spaceId, signal })
      const bytes = archiveStream({ plan, listings, texts, blobs, madeAt: new Date(revision.createdAt), signal })
      const headers = downloadHeaders({
        name: `${title || 'Untitled'}.zip`,
        contentType: 'application/zip',
        maxAgeSeconds: 0,
      })
      return download(bytes, { ...headers, 'Cache-Control': 'private, no-store' })
    },
  }
}
