import { faImage, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { Picture } from './changed-settings.ts'
import { uploadFiles } from './insert-files.ts'
import { ownChangesKey } from './own-changes.ts'
import styles from './page-settings.module.css'

/** Uploads a picture of a cover; until it is there, the settings of the page cannot be saved. */
export function useCoverUpload(
  state: { spaceId: string; changeRequestId: string },
  onChoose: (picture: Picture) => void,
) {
  const words = useWordsOf('writing')
  return useMutation({
    mutationKey: ownChangesKey(state),
    mutationFn: (file: File) => uploadFiles(state, [file], words.fileTooLarge),
    onSuccess: ([file]) => file && onChoose({ kind: 'file', file: file.id }),
  })
}

interface CoverProps {
  /** The name of the field, what it says with and without a picture, and the name of the button that removes it. */
  texts: { label: string; present: string; absent: string; remove: string }
  /** True if the page has the picture, or will have it. */
  isThere: boolean
  upload: ReturnType<typeof useCoverUpload>
  onRemove: () => void
}

/** Chooses a picture above a page, which is uploaded at once and shown when the settings are saved. */
export function CoverField({ texts, isThere, upload, onRemove }: CoverProps) {
  const words = useWordsOf('writing')
  const id = useId()
  return (
    <div className={styles.cover}>
      <label htmlFor={id}>{texts.label}</label>
      <span className={styles.line}>
        <Icon icon={faImage} />
        <span role="status">{upload.isPending ? words.loading : isThere ? texts.present : texts.absent}</span>
        {isThere && <IconButton icon={faXmark} label={texts.remove} onClick={onRemove} />}
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
