import type { Space } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, Refused } from '../../../api/client.ts'
import { upload, uploadToSpace } from '../../../api/upload.ts'
import { isEmptySpace, newestImportOf } from './imports-queries.ts'

export const sourceKinds = ['file', 'website', 'git'] as const

/** An import as it is filled in. */
export interface WantedImport {
  kind: (typeof sourceKinds)[number]
  website: string
  git: string
  ref: string
  folder: string
  /** Id of a space; empty for a new one. */
  space: string
  title: string
  /** True to import into a new change request. */
  reviews: boolean
  skipsUnused: boolean
}

export const noImport: WantedImport = {
  kind: 'file',
  website: '',
  git: '',
  ref: 'main',
  folder: '',
  space: '',
  title: '',
  reviews: false,
  skipsUnused: false,
}

interface Start {
  wanted: WantedImport
  files: File[]
}

/**
 * Uploads and starts an import; `onStarted` gets the id of its run, if it is known, and
 * what was filled in. `sent` is the share that is uploaded.
 */
export function useImport(
  organizationId: string,
  onStarted: (runId: string | undefined, sent: WantedImport) => Promise<void>,
) {
  const [sent, setSent] = useState(0)
  const controller = useRef(new AbortController())
  const newSpace = useNewSpace(organizationId)
  // The change requests that a start created before it failed, by space, so that the next one does not create them again.
  const created = useRef<Record<string, string>>({})
  const start = useMutation({
    async mutationFn({ wanted, files }: Start) {
      controller.current = new AbortController()
      setSent(0)
      // Before anything is created, so that a failed upload leaves nothing behind.
      // A person who imports into a space may be no editor of the organization.
      const uploadHere: UploadOne = (sent) =>
        wanted.space
          ? uploadToSpace({ spaceId: wanted.space, kind: 'import_file', ...sent })
          : upload({ organizationId, kind: 'import_file', ...sent })
      const keys = wanted.kind === 'file' ? await uploadAll(uploadHere, files, setSent, controller.current.signal) : []
      if (!wanted.space) return newSpace(wanted.title, (space) => begin(organizationId, wanted, { space }, keys))
      const { space } = wanted
      if (wanted.kind === 'git' || !wanted.reviews) return begin(organizationId, wanted, { space }, keys)
      const changeRequest = created.current[space] ?? (await createChangeRequest(space, subjectOf(wanted, files)))
      created.current[space] = changeRequest
      return begin(organizationId, wanted, { space, changeRequest }, keys)
    },
    onSuccess: (runId, { wanted }) => onStarted(runId, wanted),
  })
  return { start, sent, cancel: () => controller.current.abort() }
}

type UploadOne = (sent: { file: File; onProgress: (bytes: number) => void; signal: AbortSignal }) => Promise<string>

async function uploadAll(upload: UploadOne, files: File[], onSent: (share: number) => void, signal: AbortSignal) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const keys: string[] = []
  let done = 0
  for (const file of files) {
    const onProgress = (bytes: number) => onSent((done + bytes) / total)
    keys.push(await upload({ file, onProgress, signal }))
    done += file.size
  }
  return keys
}

/**
 * Returns a function that does work in a new space. Where the work is refused and has left nothing, nor an import under way,
 * the space goes again: nobody wants an empty one. Otherwise the next work is done in the same space.
 */
function useNewSpace(organizationId: string) {
  const made = useRef<Space>(undefined)
  return async <Result>(title: string, work: (spaceId: string) => Promise<Result>): Promise<Result> => {
    const space = made.current ?? (await createSpace(organizationId, title))
    if (space.title !== title)
      await api.patch('/v1/spaces/{spaceId}', { params: { spaceId: space.id }, body: { title } })
    made.current = { ...space, title }
    try {
      return await work(space.id)
    } catch (error) {
      if (isRefused(error) && (await isEmptySpace(space).catch(() => false)) && (await isDeleted(space.id)))
        made.current = undefined
      throw error
    }
  }
}

/** True if the server has said that it did not do what was asked of it last. */
const isRefused = (error: unknown) => error instanceof Refused && error.status >= 400 && error.status < 500

/** Deletes a space; returns false if that fails. */
const isDeleted = (spaceId: string) =>
  api.delete('/v1/spaces/{spaceId}', { params: { spaceId } }).then(
    () => true,
    () => false,
  )

const createSpace = (organizationId: string, title: string) =>
  api.post('/v1/orgs/{organizationId}/spaces', { params: { organizationId }, body: { title } })

interface Target {
  space: string
  changeRequest?: string
}

/** Begins an import; returns the id of its run, if it is known. */
const begin = (organizationId: string, wanted: WantedImport, target: Target, files: string[]) =>
  wanted.kind === 'git'
    ? importGit(organizationId, wanted, target.space)
    : startRun(organizationId, wanted, target, files)

async function startRun(organizationId: string, wanted: WantedImport, target: Target, files: string[]) {
  const { id } = await api.post('/v1/org/{organizationId}/imports', {
    params: { organizationId },
    body: {
      source: wanted.kind === 'website' ? { type: 'website', url: wanted.website.trim() } : { type: 'file', files },
      target,
      ...(wanted.skipsUnused && { skipUnusedFiles: true }),
    },
  })
  return id
}

const createChangeRequest = async (spaceId: string, subject: string) =>
  (await api.post('/v1/spaces/{spaceId}/change-requests', { params: { spaceId }, body: { subject } })).id

const maxSubject = 100

/** Names a change request after what is imported into it. */
const subjectOf = ({ kind, website }: WantedImport, files: readonly File[]) =>
  (kind === 'website' ? website.trim() : files.map(({ name }) => name).join(', ')).slice(0, maxSubject)

/** A Git import answers without its run, which is the newest of the space then. */
async function importGit(organizationId: string, { git, ref, folder }: WantedImport, space: string) {
  const before = await newestImportOf(organizationId, space, undefined)
  await api.post('/v1/spaces/{spaceId}/git/import', {
    params: { spaceId: space },
    body: { url: git.trim(), ref: ref.trim(), ...(folder.trim() && { repoProjectDirectory: folder.trim() }) },
  })
  return (await newestImportOf(organizationId, space, before?.id))?.id
}
