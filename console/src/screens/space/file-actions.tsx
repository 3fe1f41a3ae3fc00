import { faArrowsRotate, faEllipsis, faLink, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { subjectWith } from '../../parts/subjects.ts'
import { useWordsOf } from '../../words/words.ts'
import { propose } from '../changes/create-change.ts'
import type { ContentChange } from '../editor/change-content.ts'
import { newFiles } from '../editor/insert-files.ts'
import { DeleteFile } from './delete-file.tsx'
import { acceptOf, type FileKind, isOfKind, kindOf } from './file-kinds.ts'
import { FileUses } from './file-uses.tsx'
import styles from './files.module.css'

interface FileActionsProps {
  spaceId: string
  file: { id: string; name: string; contentType: string }
  mayEdit: boolean
}

/**
 * Says where a file is used, and replaces or deletes it, if the person may, in a change request of its own, which is opened:
 * files change as pages do.
 */
export function FileActions({ spaceId, file, mayEdit }: FileActionsProps) {
  const words = useWordsOf('writing')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [isDeleting, setDeleting] = useState(false)
  const [showsUses, setShowsUses] = useState(false)
  const [ofOtherKind, setOfOtherKind] = useState<string>()
  const kind = kindOf(file)
  const change = useMutation({
    async mutationFn(replacement: File | undefined) {
      const [given] = replacement ? await newFiles(spaceId, [replacement], words.fileTooLarge) : []
      const content: ContentChange = given
        ? { operation: 'update_file', file: file.id, ...given }
        : { operation: 'delete_file', file: file.id }
      const subject = subjectWith(file.name, given ? words.replaceFile : words.deleteFile)
      return propose(spaceId, subject, content)
    },
    async onSuccess({ state }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await navigate({ to: '/s/$spaceId/changes/$changeRequestId', params: state })
    },
  })
  const nameOf = (one: FileKind) => {
    if ('family' in one) return words.fileFamilies[one.family]
    return one.ending || one.contentType
  }
  const replace = (chosen: File) => {
    change.reset()
    const isSuited = isOfKind(kind, { name: chosen.name, contentType: chosen.type })
    setOfOtherKind(isSuited ? undefined : chosen.name)
    if (isSuited) change.mutate(chosen)
  }
  const askToDelete = () => {
    // The refusal of a replacement says nothing about the deletion.
    change.reset()
    setOfOtherKind(undefined)
    setDeleting(true)
  }
  const ofReplacement = change.error && !isDeleting ? refusalText(change.error, words) : undefined
  const refusal = ofOtherKind ? words.otherKindOfFile(ofOtherKind, nameOf(kind)) : ofReplacement
  return (
    <>
      {refusal && (
        <div className={styles.refusal}>
          <Notice>{refusal}</Notice>
        </div>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={faEllipsis} label={words.actionsForFile(file.name)} disabled={change.isPending} />}
      >
        <MenuItem icon={faLink} onSelect={() => setShowsUses(true)}>
          {words.usesOfFile}
        </MenuItem>
        {mayEdit && (
          <>
            <MenuItem icon={faArrowsRotate} onSelect={() => picker.current?.click()}>
              {words.replaceFileBy}
            </MenuItem>
            <MenuItem icon={faTrash} isDangerous onSelect={askToDelete}>
              {words.proposeDeletion}
            </MenuItem>
          </>
        )}
      </Menu>
      <Dialog open={showsUses} onClose={() => setShowsUses(false)} title={words.usesOf(file.name)}>
        <FileUses spaceId={spaceId} fileId={file.id} lead={words.fileIsUsedBy} unknown={words.fileUsesNotLoaded} />
      </Dialog>
      {isDeleting && (
        <DeleteFile
          spaceId={spaceId}
          file={file}
          work={{ ...change, mutate: () => change.mutate(undefined) }}
          onClose={() => setDeleting(false)}
        />
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptOf(kind)}
        aria-label={words.replaceFile(file.name)}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) replace(chosen)
          target.value = ''
        }}
      />
    </>
  )
}
