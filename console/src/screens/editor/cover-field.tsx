import { faImage, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { uploadFiles } from './insert-files.ts'
import { ownChangesKey } from './own-changes.ts'
import styles from './page-settings.module.css'

/** The picture of a cover that somebody has chosen; null for none. */
export type CoverChoice = { ref: { kind: 'file'; file: string } } | null

/** Uploads the picture of a cover; until it is there, the settings of the page cannot be saved. */
export function useCoverUpload(
  state: { spaceId: string; changeRequestId: string },
  onChoose: (choice: CoverChoice) => void,
) {
  const words = useWordsOf('changes')
  return useMutation({
    mutationKey: ownChangesKey(state),
    mutationFn: (file: File) => uploadFiles(state, [file], words.fileTooLarge),
    onSuccess: ([file]) => file && onChoose({ ref: { kind: 'file', file: file.id } }),
  })
}

interface CoverProps {
  /** True if the page has a cover, or will have one. */
  isThere: boolean
  upload: ReturnType<typeof useCoverUpload>
  onRemove: () => void
}

/** Chooses the picture above a page, which is uploaded at once and shown when the settings are saved. */
export function CoverField({ isThere, upload, onRemove }: CoverProps) {
  const words = useWordsOf('changes')
  const id = useId()
  return (
    <div className={styles.cover}>
      <label htmlFor={id}>{words.fields.cover}</label>
      <span className={styles.line}>
        <Icon icon={faImage} />
        <span role="status">{upload.isPending ? words.loading : isThere ? words.hasCover : words.noCover}</span>
        {isThere && <IconButton icon={faXmark} label={words.removeCover} onClick={onRemove} />}
      </span>
      <input
        id={id}
        type="file"
        accept="image/*"
        onChange={({ target }) => target.files?.[0] && upload.mutate(target.files[0])}
      />
      {upload.error && <Notice>{refusalText(upload.error, words)}</Notice>}
    </div>
  )
}
