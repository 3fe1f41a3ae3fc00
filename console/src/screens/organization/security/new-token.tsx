import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'

export interface WantedToken {
  name: string
  scope: 'full' | 'read'
  expiresAt: string
}

interface NewTokenProps {
  title: string
  /** The name under which what was typed is kept on this device. */
  draft: string
  hasScopes: boolean
  create: (wanted: WantedToken) => Promise<{ token: string }>
  onClose: () => void
}

interface Wanted extends Pick<WantedToken, 'name' | 'scope'> {
  days: string
}

const dayMs = 86_400_000
const durations = [7, 30, 90, 365] as const

/** Creates a token, and shows it once. Its name and duration are kept on this device until then; the token never is. */
export function NewToken({ title, draft, hasScopes, create, onClose }: NewTokenProps) {
  const words = useWordsOf('security')
  const { form, change, clear } = useFormDraft<Wanted>(`new-token/${draft}`, { name: '', scope: 'full', days: '90' })
  const { name, scope, days } = form
  const make = useMutation({
    mutationFn: () => create({ name, scope, expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
    onSuccess: clear,
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const beside = refusalBeside(make.error, ['name', 'expiresAt'], words)
  return (
    <Dialog
      open
      onClose={onClose}
      isHeld={make.isPending || make.isSuccess}
      title={words.newTokenOf(title)}
      description={words.shownOnce}
    >
      {make.data ? (
        <>
          <CopyField label={words.token} value={make.data.token} />
          <DialogButtons>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogButtons>
        </>
      ) : (
        <form onSubmit={submit} style={{ display: 'contents' }}>
          <Field
            label={words.tokenName}
            hint={words.tokenNameHint}
            error={refusalAt(make.error, 'name', words)}
            value={name}
            required
            maxLength={100}
            onChange={({ target }) => change({ name: target.value })}
            autoFocus
          />
          {hasScopes && (
            <Choice
              label={words.scope}
              value={scope}
              options={[
                ['full', words.scopes.full],
                ['read', words.scopes.read],
              ]}
              onChange={({ target }) => change({ scope: target.value === 'read' ? 'read' : 'full' })}
            />
          )}
          <Choice
            label={words.validFor}
            error={refusalAt(make.error, 'expiresAt', words)}
            value={days}
            options={durations.map((count) => [String(count), words.dayCount(count)] as const)}
            onChange={({ target }) => change({ days: target.value })}
          />
          {beside && <Notice>{beside}</Notice>}
          <DialogButtons>
            <Button onClick={discard}>{words.cancel}</Button>
            <Button kind="primary" type="submit" busy={make.isPending}>
              {words.create}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  )
}
