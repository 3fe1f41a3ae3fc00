import { type FormEvent, type ReactNode, useState } from 'react'
import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Field } from './field.tsx'
import { Notice, refusalText } from './states.tsx'

interface ConfirmProps {
  title: string
  description: string
  /** The label of the button that does it. */
  action: string
  /** A text that has to be typed first, with the label of its field. */
  typed?: { label: string; text: string }
  work: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
  /** Says more about what follows, below the description. */
  children?: ReactNode
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, description, action, typed, work, onClose, children }: ConfirmProps) {
  const words = useWords()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        {children}
        {typed && <Field label={typed.label} value={text} onChange={({ target }) => setText(target.value)} autoFocus />}
        {Boolean(work.error) && <Notice>{refusalText(work.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="danger"
            type="submit"
            busy={work.isPending}
            disabled={typed && text.trim() !== typed.text.trim()}
          >
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
