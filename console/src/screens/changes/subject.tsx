import { faPen } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { changeRequestQuery } from './changes-queries.ts'
import styles from './subject.module.css'

/** The subject of a change request with its number; whoever edits the change request renames it here. */
export function Subject({ changeRequest, mayEdit }: { changeRequest: ChangeRequest; mayEdit: boolean }) {
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const { id: changeRequestId, space: spaceId } = changeRequest
  const saved = { subject: changeRequest.subject }
  const { form, isChanged, change, clear, clearSent } = useFormDraft(`subject/${changeRequestId}`, saved)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    clear()
    setOpen(false)
  }
  const rename = useMutation({
    mutationFn: (subject: string) =>
      api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        params: { spaceId, changeRequestId },
        body: { subject },
      }),
    async onSuccess(saved, subject) {
      queries.setQueryData(changeRequestQuery(spaceId, changeRequestId).queryKey, saved)
      await queries.invalidateQueries({ queryKey: ['changes'] })
      clearSent({ subject })
      setOpen(false)
    },
  })
  if (!mayEdit || (!isOpen && !isChanged))
    return (
      <h1 className={styles.subject}>
        <span>
          {changeRequest.subject || words.untitled} <span className={styles.number}>#{changeRequest.number}</span>
        </span>
        {mayEdit && <IconButton icon={faPen} label={words.rename} onClick={() => setOpen(true)} />}
      </h1>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate(form.subject)
  }
  return (
    <>
      <h1 className="hidden-text">
        {changeRequest.subject || words.untitled} #{changeRequest.number}
      </h1>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={words.subject}
          value={form.subject}
          onChange={({ target }) => change({ subject: target.value })}
          maxLength={100}
          required
          autoFocus
          error={rename.error ? refusalText(rename.error, words) : undefined}
        />
        <Button onClick={close}>{words.cancel}</Button>
        <Button kind="primary" type="submit" busy={rename.isPending}>
          {words.save}
        </Button>
      </form>
    </>
  )
}
