import type { Reading } from '../readers/file-reader.ts'
import type { ReadSources } from '../source-files.ts'
import { fetchRemotePictures } from './fetch-remote-pictures.ts'
import { findRemotePictures } from './find-remote-pictures.ts'

/**
 * Adds the pictures that pages show from other servers to the files of an import: planning it then makes their
 * addresses those of the files. `fetches` is IMPORT_REMOTE_PICTURES. Pictures that a reader has fetched or failed to
 * fetch are not fetched again; those that cannot be fetched stay links, and `problems` says why.
 */
export async function withRemotePictures(
  sources: ReadSources,
  reading: Reading,
  fetches: boolean,
): Promise<ReadSources> {
  if (!fetches) return sources
  const { files, failures, problems = [] } = sources
  const seen = new Set([
    ...files.flatMap(({ url, aliases = [] }) => [url, ...aliases]),
    ...failures.map(({ path }) => path),
  ])
  const found = await findRemotePictures(files, reading)
  const wanted = found.filter(({ url, written }) => !seen.has(url) && ![...written].some((one) => seen.has(one)))
  const fetched = await fetchRemotePictures(wanted, reading)
  return { ...sources, files: [...files, ...fetched.files], problems: [...problems, ...fetched.problems] }
}
