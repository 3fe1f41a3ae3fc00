import { presentFile } from '../files/files.present.ts'
import type { Files } from '../files/files.ts'
import type { FileEntry, Roots } from '../revisions/entries.ts'
import { changedFiles } from '../revisions/reader.ts'
import type { Storage } from '../revisions/storage.ts'
import { fileAttributes } from './attributes.ts'
import { entryChanges, type LazyChange } from './entry-changes.ts'

/** How the files of two revisions differ; each is shown with an address to download it from, a deleted one too. */
export async function fileChanges(
  storage: Storage,
  before: Roots,
  after: Roots,
  files: Pick<Files, 'downloadUrl'>,
): Promise<LazyChange[]> {
  const show = (id: string, entry: FileEntry) => {
    const { name, contentType, downloadURL } = presentFile(id, entry, files, {})
    return { id, name, contentType, downloadURL }
  }
  return entryChanges(await changedFiles(storage, before, after), {
    attributes: fileAttributes,
    created: (id, entry) => ({ type: 'file_created', file: show(id, entry) }),
    edited(id, entry, { downloadURL: bytes, ...others }, earlier) {
      const [file, was] = [show(id, entry), show(id, earlier)]
      const downloadURL = bytes && { downloadURL: { before: was.downloadURL, after: file.downloadURL } }
      return { type: 'file_edited', file, attributes: { ...others, ...downloadURL } }
    },
    deleted: (id, entry) => ({ type: 'file_deleted', file: show(id, entry) }),
  })
}
