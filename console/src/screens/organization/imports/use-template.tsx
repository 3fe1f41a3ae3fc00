import type { Organization } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '../../../api/client.ts'
import type { Answer } from '../../../api/operations.ts'
import { workspaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { refreshContent } from '../../space/space-queries.ts'

export type Template = Answer<'GET', '/v1/templates'>['items'][number]

interface UseTemplateProps {
  template: Template
  organization: Organization
  onClose: () => void
}

/** Begins a space with a template, or adds its pages to one. */
export function UseTemplate({ template, organization, onClose }: UseTemplateProps) {
  const words = useWordsOf('imports')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const organizationId = organization.id
  const mayCreate = organization.permissions.createContent
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const spaces = workspace.spaces.filter(({ permissions }) => permissions.edit)
  const { form, change, clear } = useFormDraft(`template/${organizationId}/${template.id}`, {
    space: mayCreate ? '' : (spaces[0]?.id ?? ''),
    title: template.title.slice(0, 50),
  })
  const { title } = form
  const options = [
    ...(mayCreate ? [['', words.aNewSpace] as const] : []),
    ...spaces.map(({ id, title }) => [id, title || words.untitled] as const),
  ]
  // A space that was chosen may have been deleted since.
  const space = options.some(([id]) => id === form.space) ? form.space : (options[0]?.[0] ?? '')
  const use = useMutation({
    async mutationFn() {
      const body = { id: template.id }
      if (space === '')
        return (
          await api.post('/v1/orgs/{organizationId}/spaces', {
            params: { organizationId },
            body: { title, template: body },
          })
        ).id
      await api.post('/v1/spaces/{spaceId}/content/template', { params: { spaceId: space }, body })
      return space
    },
    async onSuccess(spaceId) {
      clear()
      await refreshContent(queries, spaceId)
      await navigate({ to: '/s/$spaceId', params: { spaceId } })
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    use.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={template.title} description={template.description}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Choice
          label={words.space}
          hint={space === '' ? undefined : words.templateAdds}
          value={space}
          options={options}
          onChange={({ target }) => change({ space: target.value })}
        />
        {space === '' && (
          <Field
            label={words.titleOfSpace}
            value={title}
            required
            maxLength={50}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
        {use.error && <Notice>{refusalText(use.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={use.isPending}>
            {words.useTemplate}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
