import { presentFile } from '../../storage/files/files.present.ts'
import type { Files } from '../../storage/files/files.ts'
import type { FileEntry, Roots } from '../../storage/revisions/revision-entries.ts'
import { changedFiles } from '../../storage/revisions/revision-reads.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { fileAttributes } from './changed-attributes.ts'
import { entryChanges, type LazyChange } from './entry-changes.ts'

/** Returns the file changes between two revisions. Every file has a download address, even a deleted one. */
export async function fileChanges(
  storage: Storage,
  before: Roots,
  after: Roots,
  files: Pick<Files, 'downloadUrl'>,
): Promise<LazyChange[]> {
  const present = (id: string, entry: FileEntry) => {
    const { name, contentType, downloadURL } = presentFile(id, entry, files, {})
    return { id, name, contentType, downloadURL }
  }
  return entryChanges(await changedFiles(storage, before, after), {
    attributes: fileAttributes,
    created: (id, entry) => ({ type: 'file_created', file: present(id, entry) }),
    edited(id, entry, { downloadURL: bytes, ...others }, earlier) {
      const [file, was] = [present(id, entry), present(id, earlier)]
      const downloadURL = bytes && { downloadURL: { before: was.downloadURL, after: file.downloadURL } }
      return { type: 'file_edited', file, attributes: { ...others, ...downloadURL } }
    },
    deleted: (id, entry) => ({ type: 'file_deleted', file: present(id, entry) }),
  })
}
