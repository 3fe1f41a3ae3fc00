import type { Readable } from 'node:stream'
import { type Download, download } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../../database.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import type { BlobStore } from '../../storage/files/blobs.ts'
import { downloadHeaders } from '../../storage/files/downloads.ts'
import { textsReferringTo } from '../../storage/revisions/document-store.ts'
import { type RevisionCaches, sqlStorage } from '../../storage/revisions/storage.ts'
import { archiveStream } from './archive-stream.ts'
import { archiveTexts, type ExportsParser } from './archive-texts.ts'
import { type ExportedFile, exportedFiles } from './exported-files.ts'
import { type ArchivePlan, planArchive, rootOf, type TargetTree } from './plan-archive.ts'
import { type FilesBefore, takenFiles, unchangedTexts } from './unchanged-texts.ts'
import { writeSources } from './write-sources.ts'

/** Archives of whole spaces, in the format that is imported. */
export interface Exports {
  /** Streams the archive of a revision; `signal` aborts when the client disconnects. */
  archive(revision: Pick<OpenRevision, 'revision'>, title: string, signal: AbortSignal): Promise<Download>
  /** Yields the files of the archive of a revision, one after the other; reads no texts that are as they were `before`. */
  files(
    revision: Pick<OpenRevision, 'revision'>,
    signal: AbortSignal,
    plans: { plan: ArchivePlan; before: TreeBefore | undefined },
  ): AsyncGenerator<ExportedFile, undefined>
  /** Plans the archive of a revision. */
  plan(revision: Pick<OpenRevision, 'revision'>, tree: TargetTree): Promise<ArchivePlan>
  /** Opens the bytes of a file in the blob store. */
  open(blob: string): Promise<Readable>
}

/** The content that a tree of files was the same as; its paths are from the root of the tree. */
export type TreeBefore = Pick<FilesBefore, 'plan' | 'oidAt' | 'isOfTree'>

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
  // The texts of a whole space would evict the texts that readers use.
  const storageOf = ({ store }: OpenRevision['revision']) =>
    sqlStorage(sql(), store, { ...caches, documents: new LRUCache<string, string>({ max: 1 }) })
  return {
    async *files({ revision }, signal, { plan, before }) {
      const { store, spaceId } = revision
      const terms = { storage: storageOf(revision), parser: inBackground(signal), spaceId, signal }
      const referringTo: FilesBefore['referringTo'] = (hashes, ids) => textsReferringTo(sql(), store, hashes, ids)
      const oidAt = (path: string) => before?.oidAt(rootOf(plan) + path)
      const taken = before ? takenFiles(plan, before) : new Map<string, never>()
      const unchanged = before ? await unchangedTexts(plan, { ...before, oidAt, referringTo, taken }) : new Set<never>()
      return yield* exportedFiles(plan, terms, { unchanged, taken })
    },
    plan: ({ revision }, tree) => planArchive(storageOf(revision), revision.roots, { tree }),
    async open(blob) {
      const bytes = await blobs.open(blob)
      if (!bytes) throw new Error(`The bytes of ${blob} are missing`)
      return bytes
    },
    async archive({ revision }, title, disconnected) {
      const signal = AbortSignal.any([disconnected, AbortSignal.timeout(maxExportMs)])
      const storage = storageOf(revision)
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
