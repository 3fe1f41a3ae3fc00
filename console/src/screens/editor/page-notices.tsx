import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { useMemo } from 'react'
import { Refused } from '../../api/client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Notice, problemText, refusalOf, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { conflictParts } from '../changes/conflict-texts.ts'
import styles from './editor-screen.module.css'
import type { SavedPage } from './use-saved-page.ts'
import type { Uploads } from './use-uploads.ts'

/** Says above the text of a page what has become of it, and what is left to do. */
export function PageNotices({ page, uploads }: { page: SavedPage; uploads: Uploads }) {
  const words = useWordsOf('writing')
  const refusal = refusalOf(page.refusal, words)
  const hasConflict = useMemo(() => conflictParts(page.text).some(({ kind }) => kind === 'both'), [page.text])
  return (
    <div className={styles.notes}>
      {page.saving === 'failed' && <Notice>{words.saveFailed}</Notice>}
      {page.saving === 'refused' && (
        <Notice>
          {isSignedOut(page.refusal)
            ? refusal.text
            : problemText({ ...refusal, text: words.saveRefused(refusal.text) })}
        </Notice>
      )}
      {uploads.names !== '' && (
        <div className={styles.note}>
          <Notice kind="info">{words.uploading(uploads.names)}</Notice>
          <Button onClick={uploads.cancel}>{words.cancelUpload}</Button>
        </div>
      )}
      {uploads.failed.map(({ names, error }) => (
        <div key={names} className={styles.note}>
          <Notice>
            {words.insertFailed(names)} {refusalText(error, words)}
          </Notice>
          <IconButton icon={faXmark} label={words.close} onClick={uploads.forgetFailed} />
        </div>
      ))}
      {hasConflict && <Notice kind="warning">{words.openConflict}</Notice>}
      {page.merged && (
        <Notice kind={page.merged === 'both' ? 'warning' : 'info'}>{words.mergedTexts[page.merged]}</Notice>
      )}
      {page.otherTitle && (
        <Notice kind={page.otherTitle.isReplaced ? 'warning' : 'info'}>
          {(page.otherTitle.isReplaced ? words.titleReplaced : words.titleTaken)(page.otherTitle.title)}
        </Notice>
      )}
      {page.isRestored && <Notice kind="info">{words.restoredText}</Notice>}
    </div>
  )
}

/** True if the page was refused because the session has ended, which is no fault of the page. */
const isSignedOut = (error: unknown) => error instanceof Refused && error.status === 401
