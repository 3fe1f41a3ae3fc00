import type { Collection } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '../api/client.ts'
import { workspaceQuery } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogButtons } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { SignField } from '../parts/sign-field.tsx'
import { Notice, refusalText } from '../parts/states.tsx'
import { useFormDraft } from '../parts/use-form-draft.ts'
import { useWordsOf } from '../words/words.ts'
import styles from './new-content.module.css'

interface NewContentProps {
  organizationId: string
  collections: readonly Collection[]
  mayCreateAtTop: boolean
  onClose: () => void
}

/** Creates a space or a collection, at the top or in a collection: where the person may. */
export default function NewContent({ organizationId, collections, mayCreateAtTop, onClose }: NewContentProps) {
  const words = useWordsOf('parts')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const parents = [
    ...(mayCreateAtTop ? [['', words.atTop] as const] : []),
    ...collections
      .filter(({ permissions }) => permissions.create)
      .map(({ id, title }) => [id, title || words.untitled] as const),
  ]
  const top = parents[0]?.[0] ?? ''
  const initial = { kind: 'space', title: '', emoji: '', parent: top }
  const { form, change, clear } = useFormDraft(`new-content/${organizationId}`, initial)
  const { kind, title, emoji } = form
  // A collection that was chosen may have been deleted since.
  const parent = parents.some(([id]) => id === form.parent) ? form.parent : top
  const create = useMutation({
    async mutationFn() {
      const params = { organizationId }
      const body = { title, ...(parent && { parent }) }
      if (kind === 'collection') return api.post('/v1/orgs/{organizationId}/collections', { params, body })
      return api.post('/v1/orgs/{organizationId}/spaces', { params, body: { ...body, ...(emoji && { emoji }) } })
    },
    async onSuccess(created) {
      clear()
      await queries.invalidateQueries(workspaceQuery(organizationId))
      onClose()
      if (created.object === 'space') await navigate({ to: '/s/$spaceId', params: { spaceId: created.id } })
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.newContent} description={words.newContentHint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Choice
          label={words.kind}
          value={kind}
          onChange={({ target }) => change({ kind: target.value })}
          options={[
            ['space', words.space],
            ['collection', words.collection],
          ]}
        />
        <Field
          label={words.title}
          value={title}
          onChange={({ target }) => change({ title: target.value })}
          required
          maxLength={50}
          autoFocus
        />
        {kind === 'space' && (
          <SignField
            label={words.emoji}
            only="emoji"
            value={{ emoji }}
            onChange={({ emoji = '' }) => change({ emoji })}
          />
        )}
        {(parents.length > 1 || !mayCreateAtTop) && (
          <Choice
            label={words.inCollection}
            value={parent}
            onChange={({ target }) => change({ parent: target.value })}
            options={parents}
          />
        )}
        {kind === 'space' && mayCreateAtTop && (
          <p className={styles.other}>
            {words.importInstead}{' '}
            <Link
              to="/o/$organizationId/imports/new"
              params={{ organizationId }}
              className={styles.link}
              onClick={onClose}
            >
              {words.importContent}
            </Link>
          </p>
        )}
        {create.error && <Notice>{refusalText(create.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
