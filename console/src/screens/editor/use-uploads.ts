import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useWordsOf } from '../../words/words.ts'
import { stateKey } from '../space/space-queries.ts'
import { insertFiles } from './insert-files.ts'
import { ownChangesKey } from './own-changes.ts'
import type { UploadPlace } from './upload-places.ts'

interface Upload {
  files: readonly File[]
  place: UploadPlace
}

export interface Uploads {
  /** The names of the files that are being uploaded into the page. */
  names: string
  /** Ends the uploads into the page; nothing is inserted. */
  cancel: () => void
  /** Uploads that failed: into the page, or into another one of the change request that was left meanwhile. */
  failed: { names: string; error: unknown }[]
  forgetFailed: () => void
  upload: (upload: Upload) => void
}

interface UploadInto extends Upload {
  /** The id of the page. */
  into: string
  cancelling: AbortController
}

/** For this long it is remembered that an upload failed: the person may have gone to another screen. */
const rememberedMs = 3_600_000

/** Uploads files into a page. An upload goes on when the page is left, and nobody decides about the change request meanwhile. */
export function useUploads(state: { spaceId: string; changeRequestId: string }, pageId: string): Uploads {
  const words = useWordsOf('writing')
  const queries = useQueryClient()
  const mutationKey = [...ownChangesKey(state), 'upload']
  const known = useMutationState({
    filters: { mutationKey },
    select: ({ state: { status, variables, error } }) => {
      const { into, files, cancelling } = variables as UploadInto
      return { status, error, into, names: namesOf(files), cancelling }
    },
  })
  const { mutate } = useMutation({
    mutationKey,
    networkMode: 'always',
    gcTime: rememberedMs,
    async mutationFn({ files, place, cancelling }: UploadInto) {
      await place.fill(await insertFiles(state, files, words.fileTooLarge, cancelling.signal))
      void queries.invalidateQueries({ queryKey: stateKey(state) })
    },
    onError: (_, { place }) => place.close(),
  })
  const forgetFailed = () => {
    const mutations = queries.getMutationCache()
    for (const mutation of mutations.findAll({ mutationKey, status: 'error' })) mutations.remove(mutation)
  }
  const pending = known.filter(({ status, into }) => status === 'pending' && into === pageId)
  return {
    names: pending.map(({ names }) => names).join(', '),
    cancel() {
      for (const { cancelling } of pending) cancelling.abort()
    },
    failed: known.filter(({ status, cancelling }) => status === 'error' && !cancelling.signal.aborted),
    forgetFailed,
    upload(upload) {
      forgetFailed()
      mutate({ ...upload, into: pageId, cancelling: new AbortController() })
    },
  }
}

/** Names files for people. */
export const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ')
