import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { isComposing } from '../../parts/composing.ts'
import { refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './comments.module.css'
import type { CommentTarget } from './comments-queries.ts'
import { MentionField } from './mention-field.tsx'
import { useDraft } from './use-draft.ts'

interface FormProps {
  /** The subject of the discussion that the text belongs to. */
  discussion: CommentTarget
  /** Names the text on this device until it is sent. */
  draft: string
  /** The text that is changed; absent for a new one. */
  saved?: string
  label: string
  /** The label of the button that sends. */
  send: string
  onSend: (markdown: string) => Promise<unknown>
  /** Called after a text was sent, unless somebody has typed something else meanwhile. */
  onSent?: () => void
  error: unknown
  /** Called by the button and by Escape. The text of a new comment stays on this device, changes are forgotten. */
  onCancel?: (() => void) | undefined
}

/** A text to send. It stays on this device until the server has it. */
export function CommentForm({ discussion, draft, saved, label, send, onSend, onSent, error, onCancel }: FormProps) {
  const words = useWordsOf('reading')
  const { text, setText, clear, clearSent } = useDraft(draft, saved)
  const [isSending, setSending] = useState(false)
  const hasNothing = text.trim() === '' || text === saved
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (hasNothing || isSending) return
    setSending(true)
    const isSent = await onSend(text).then(
      () => true,
      () => false,
    )
    setSending(false)
    if (isSent && clearSent(text)) onSent?.()
  }
  const cancel = () => {
    if (saved !== undefined) clear()
    onCancel?.()
  }
  const cancelByKey = (event: KeyboardEvent) => {
    // Escape closes the people to mention first, and ends the composition of a character.
    if (event.key !== 'Escape' || !onCancel || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    cancel()
  }
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={cancelByKey}>
      <MentionField
        discussion={discussion}
        label={label}
        hidesLabel
        placeholder={label}
        value={text}
        onText={setText}
        error={error ? refusalText(error, words) : undefined}
        autoFocus={onCancel !== undefined}
      />
      {(text !== '' || onCancel) && (
        <div className={styles.buttons}>
          {onCancel && (
            <Button kind="quiet" onClick={cancel}>
              {words.cancel}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={isSending} disabled={hasNothing}>
            {send}
          </Button>
        </div>
      )}
    </form>
  )
}
