import { faFileCode, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import rows from '../../../parts/rows.module.css'
import { Screen } from '../../../parts/screen.tsx'
import { Empty, Notice } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { noSource, SourceFields, sourceOf } from './source-fields.tsx'
import { SpecificationState } from './specification-state.tsx'
import { specificationsKey, specificationsQuery } from './specifications-queries.ts'

/** The OpenAPI specifications of an organization. */
export function Specifications() {
  const words = useWordsOf('specifications')
  const { id: organizationId, permissions } = useOrganization()
  const { data: specifications } = useSuspenseQuery(specificationsQuery(organizationId))
  const [isCreating, setCreating] = useState(false)
  const create = permissions.createOpenAPISpec && (
    <Button kind="primary" icon={faPlus} onClick={() => setCreating(true)}>
      {words.newSpecification}
    </Button>
  )
  return (
    <Screen title={words.specificationsTitle} actions={specifications.length > 0 && create}>
      {specifications.length === 0 ? (
        <Empty icon={faFileCode} title={words.noSpecifications} action={create}>
          {words.noSpecificationsHint}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {specifications.map((one) => (
            <li key={one.id}>
              <Link
                to="/o/$organizationId/specifications/$specSlug"
                params={{ organizationId, specSlug: one.slug }}
                className={rows.row}
              >
                <span className={rows.symbol}>
                  <Icon icon={faFileCode} />
                </span>
                <span className={rows.main}>
                  <span className={rows.title}>{one.slug}</span>
                  <span className={rows.detail}>
                    {one.sourceURL ? `${one.sourceURL.replace(/^https?:\/\//, '')} · ` : ''}
                    <Time at={one.updatedAt} />
                  </span>
                </span>
                <span className={rows.aside}>
                  <SpecificationState specification={one} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <NewSpecification organizationId={organizationId} onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function NewSpecification({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('specifications')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const initial = { slug: '', ...noSource }
  const { form, change, clear } = useFormDraft(`new-specification/${organizationId}`, initial)
  const create = useMutation({
    mutationFn: () =>
      api.post('/v1/orgs/{organizationId}/openapi', {
        params: { organizationId },
        body: { slug: form.slug, source: sourceOf(form) },
      }),
    async onSuccess({ slug: specSlug }) {
      clear()
      await queries.invalidateQueries({ queryKey: specificationsKey(organizationId) })
      await navigate({ to: '/o/$organizationId/specifications/$specSlug', params: { organizationId, specSlug } })
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
  const beside = refusalBeside(create.error, ['slug', 'source'], words)
  return (
    <Dialog
      open
      onClose={onClose}
      // A text may be too long to be stored on the device.
      isHeld={form.text !== ''}
      title={words.newSpecification}
      description={words.newSpecificationHint}
    >
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={words.slug}
          hint={words.slugHint}
          error={refusalAt(create.error, 'slug', words)}
          value={form.slug}
          required
          maxLength={100}
          onChange={({ target }) => change({ slug: target.value })}
          autoFocus
        />
        <SourceFields typed={form} change={change} error={create.error} />
        {beside && <Notice>{beside}</Notice>}
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
