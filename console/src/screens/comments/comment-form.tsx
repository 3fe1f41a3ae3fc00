import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './comments.module.css'
import { MentionField } from './mention-field.tsx'
import { useDraft } from './use-draft.ts'

interface FormProps {
  spaceId: string
  /** Names the text on this device until it is sent. */
  draft: string
  label: string
  /** The label of the button that sends. */
  send: string
  onSend: (markdown: string) => Promise<unknown>
  error: unknown
  onCancel?: () => void
}

/** A text to send. It stays on this device until the server has it. */
export function CommentForm({ spaceId, draft, label, send, onSend, error, onCancel }: FormProps) {
  const words = useWordsOf('reading')
  const [text, setText, clear] = useDraft(draft)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isSending) return
    setSending(true)
    await onSend(text).then(clear, () => {})
    setSending(false)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <MentionField
        spaceId={spaceId}
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
            <Button kind="quiet" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={isSending} disabled={text.trim() === ''}>
            {send}
          </Button>
        </div>
      )}
    </form>
  )
}
