import { faUpload } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { subjectWith } from '../../parts/subjects.ts'
import { useWordsOf } from '../../words/words.ts'
import { propose } from '../changes/create-change.ts'
import { maxFiles, newFiles } from '../editor/insert-files.ts'
import styles from './files.module.css'

/** Adds files to a space in a change request of their own, which is opened: files come live as pages do. */
export function NewFiles({ spaceId }: { spaceId: string }) {
  const words = useWordsOf('writing')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const add = useMutation({
    async mutationFn(chosen: readonly File[]) {
      const files = await newFiles(spaceId, chosen.slice(0, maxFiles), words.fileTooLarge)
      const [first] = files
      return propose(spaceId, subjectWith(first?.name ?? '', words.addFile), { operation: 'insert_files', files })
    },
    async onSuccess({ state }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await navigate({ to: '/s/$spaceId/changes/$changeRequestId', params: state })
    },
  })
  return (
    <>
      <Button icon={faUpload} busy={add.isPending} onClick={() => picker.current?.click()}>
        {words.uploadFiles}
      </Button>
      {add.error && (
        <div className={styles.refusal}>
          <Notice>{refusalText(add.error, words)}</Notice>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.uploadFiles}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          if (chosen.length > 0) add.mutate(chosen)
          target.value = ''
        }}
      />
    </>
  )
}
