import { faKey } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { hasPasskeys } from '../../api/has-passkeys.ts'
import { addPasskey, NoPasskey } from '../../api/passkeys.ts'
import { all } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Read } from '../../parts/read.tsx'
import rows from '../../parts/rows.module.css'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './settings.module.css'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => all((page) => api.get('/v1/user/passkeys', { query: { page }, signal })),
})

type OwnPasskey = Awaited<ReturnType<NonNullable<typeof passkeysQuery.queryFn>>>[number]

/** The passkeys of the person, who may add one if this browser has any. */
export function Passkeys() {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const passkeys = useQuery(passkeysQuery)
  const [renamed, setRenamed] = useState<OwnPasskey>()
  const [removed, setRemoved] = useState<OwnPasskey>()
  const changed = { onSuccess: () => queries.invalidateQueries(passkeysQuery) }
  const add = useMutation({ mutationFn: addPasskey, ...changed })
  const remove = useMutation({
    mutationFn: (passkeyId: string) => api.delete('/v1/user/passkeys/{passkeyId}', { params: { passkeyId } }),
    // A refusal that asks for a new sign-in stands below, with a link to it.
    onSettled: () => setRemoved(undefined),
    ...changed,
  })
  return (
    <Section title={words.passkeys}>
      <p className={styles.lead}>{words.passkeysHint}</p>
      <Read of={passkeys}>
        {(found) =>
          found.length > 0 && (
            <ul className={rows.rows}>
              {found.map((passkey) => (
                <li key={passkey.id} className={rows.row}>
                  <span className={rows.symbol}>
                    <Icon icon={faKey} />
                  </span>
                  <span className={rows.main}>
                    <span className={rows.title}>{passkey.name}</span>
                    <span className={rows.detail}>
                      {passkey.usedAt ? words.lastUsed : words.passkeyAdded}{' '}
                      <Time at={passkey.usedAt ?? passkey.createdAt} />
                    </span>
                  </span>
                  <span className={rows.aside}>
                    <Button onClick={() => setRenamed(passkey)}>{words.rename}</Button>
                    <Button onClick={() => setRemoved(passkey)}>{words.removePasskey}</Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <Problem error={add.error ?? remove.error} />
      {hasPasskeys() && (
        <Button busy={add.isPending} onClick={() => add.mutate()}>
          {words.addPasskey}
        </Button>
      )}
      {removed && (
        <Confirm
          title={words.removePasskeyQuestion(removed.name)}
          description={words.removePasskeyHint}
          action={words.removePasskey}
          work={{ ...remove, mutate: () => remove.mutate(removed.id) }}
          onClose={() => setRemoved(undefined)}
        />
      )}
      {renamed && <Rename passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </Section>
  )
}

function Problem({ error }: { error: Error | null }) {
  const words = useWordsOf('account')
  if (!error) return null
  return <Notice>{error instanceof NoPasskey ? words.noPasskeyChosen : refusalText(error, words)}</Notice>
}

function Rename({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const words = useWordsOf('account')
  const queries = useQueryClient()
  const { form, change, clear } = useFormDraft(`passkey/${passkey.id}`, { name: passkey.name })
  const { name } = form
  const save = useMutation({
    mutationFn: () => api.patch('/v1/user/passkeys/{passkeyId}', { params: { passkeyId: passkey.id }, body: { name } }),
    onSuccess: async () => {
      clear()
      await queries.invalidateQueries(passkeysQuery)
      onClose()
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.rename}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={words.passkeyName}
          value={name}
          maxLength={100}
          required
          onChange={({ target }) => change({ name: target.value })}
          error={save.error ? refusalText(save.error, words) : undefined}
        />
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
