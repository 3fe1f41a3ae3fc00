import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { workspaceQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { SignField } from '../../parts/sign-field.tsx'
import { Notice } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import dialog from './site-dialog.module.css'
import { siteChanged, useSite } from './sites-queries.ts'
import { type StructureItem, spacesOn } from './structure-tree.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const

/** Something to add to a site: a space, into a section where there is one, a section with its space, or a group. */
export type Addition = { kind: 'space'; section?: StructureItem } | { kind: 'section' } | { kind: 'group' }

interface AddProps {
  addition: Addition
  items: readonly StructureItem[]
  onClose: () => void
}

/** Asks what to add to a site, and adds it. */
export function AddToSite({ addition, items, onClose }: AddProps) {
  const words = useWordsOf('structure')
  const queries = useQueryClient()
  const { params } = useSite()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(params.organizationId))
  // A space is on a site at most once.
  const taken = new Set(spacesOn(items))
  const spaces = workspace.spaces.filter(({ id }) => !taken.has(id))
  const [space, setSpace] = useState(spaces[0]?.id ?? '')
  const draft = useFormDraft(`site-addition/${params.siteId}/${addition.kind}`, { title: '', icon: '' })
  const { title, icon } = draft.form
  const add = useMutation({
    mutationFn: (): Promise<unknown> => {
      const sign = icon === '' ? {} : { icon }
      if (addition.kind === 'group') return api.post(`${at}/section-groups`, { params, body: { title, ...sign } })
      if (addition.kind === 'section')
        return api.post(`${at}/sections`, { params, body: { spaceId: space, title: title.trim() || null, ...sign } })
      const sectionId = addition.section?.id
      return api.post(`${at}/site-spaces`, { params, body: { spaceId: space, ...(sectionId && { sectionId }) } })
    },
    async onSuccess() {
      draft.clear()
      await siteChanged(queries, params)
      onClose()
    },
  })
  const problems = refusedFields(add.error, words, ['title'])
  const discard = () => {
    draft.clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const takesSpace = addition.kind !== 'group'
  const isPossible = !takesSpace || spaces.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.additions[addition.kind].title(addition.kind === 'space' ? (addition.section?.title ?? '') : '')}
      description={words.additions[addition.kind].hint}
    >
      <form className={dialog.form} onSubmit={submit}>
        {takesSpace && spaces.length > 0 && (
          <Choice
            label={words.space}
            value={space}
            options={spaces.map(({ id, title }) => [id, title || words.untitled] as const)}
            onChange={({ target }) => setSpace(target.value)}
          />
        )}
        {!isPossible && <Notice kind="info">{words.allSpacesTaken}</Notice>}
        {addition.kind !== 'space' && isPossible && (
          <>
            <Field
              label={words.title}
              hint={addition.kind === 'section' ? words.sectionTitleHint : undefined}
              value={title}
              required={addition.kind === 'group'}
              error={problems.of('title')}
              onChange={({ target }) => draft.change({ title: target.value })}
            />
            <SignField
              label={words.icon}
              only="icon"
              value={{ icon }}
              onChange={({ icon = '' }) => draft.change({ icon })}
            />
          </>
        )}
        {problems.other && <Notice>{problems.other}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          {isPossible && (
            <Button kind="primary" type="submit" busy={add.isPending}>
              {words.add}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
